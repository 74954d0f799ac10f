package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.step.BootstrapReconciler;
import dev.butlerlabs.core.bootstrap.step.MachineAccessSelector;
import dev.butlerlabs.core.bootstrap.step.RecoveryRecord;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.ipam.IpamOptions;
import dev.butlerlabs.core.ipam.IpamReconcilers;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.OwnerReferences;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.reconcile.ReconcilerDefinition;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.ReconcilerHostOptions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Runs a bootstrap: applies the resources to the engine, runs the reconcilers in this process until the cluster is ready, and writes the
 * kubeconfig and talosconfig. An interrupted run can be repeated and resumes where it stopped.
 *
 * <p>Use one instance for one run, while holding the {@link dev.butlerlabs.core.bootstrap.state.RunLock} of the cluster.
 */
public final class BootstrapRun {
    private final BootstrapRequest request;
    private final ProgressReporter progress;
    private final SecureRandom random = new SecureRandom();
    private final Clock clock;
    private final MachineAccessSelector access;

    public BootstrapRun(BootstrapRequest request, ProgressReporter progress) {
        this.request = request;
        this.progress = progress;
        this.clock = request.tempo().bootstrap().clock();
        this.access = MachineAccessSelector.overNetwork(request.tempo().bootstrap());
    }

    /**
     * Runs until the cluster is ready. The engine is left running in any case; after success the caller removes it.
     *
     * @throws ButlerException if the bootstrap fails, exceeds its time limit or is interrupted
     */
    public BootstrapResult run() {
        Instant began = clock.instant();
        try (KubernetesClient client =
                new KubeConnector("butleradm").connect(request.engine().access())) {
            ClusterBootstrap ready = telling(client, () -> reconcile(client, apply(client)));
            return finish(client, ready, began);
        }
    }

    /** Collects the support bundle first, before the state changes. */
    private ClusterBootstrap telling(KubernetesClient client, Supplier<ClusterBootstrap> work) {
        try {
            return work.get();
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.BOOTSTRAP_FAILED || e.code() == ErrorCode.TIMEOUT) {
                collect(client);
            }
            throw e;
        }
    }

    private void collect(KubernetesClient client) {
        String namespace = request.resources().clusterBootstrap().getMetadata().getNamespace();
        try {
            Path bundle = new SupportBundle(client, request.directory(), namespace, clock).write();
            progress.message("Support bundle written to %s.".formatted(bundle));
        } catch (ButlerException e) {
            progress.warning("Cannot write a support bundle: " + e.getMessage());
        }
    }

    private ClusterBootstrap apply(KubernetesClient client) {
        ProgressStep step = progress.start("ResourcesApplied", "Applying resources");
        ClusterBootstrap bootstrap = request.resources().clusterBootstrap();
        RunLock.requireIntact(request.directory());
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(bootstrap.getMetadata().getNamespace())
                                .endMetadata()
                                .build());
        // Applied first, so that a deletion finds all later resources if this process dies.
        ClusterBootstrap applied =
                new ClusterBootstrapCreator(client, request.directory()).apply(marked(client, bootstrap));
        request.resources().first().stream()
                .filter(object -> object != bootstrap)
                .forEach(object -> ServerSideApply.asButlerForced().apply(client, marked(client, object)));
        request.restore().ifPresent(restore -> applyRestore(client, applied, restore));
        step.done();
        return applied;
    }

    private void applyRestore(KubernetesClient client, ClusterBootstrap bootstrap, BootstrapRequest.Restore restore) {
        restore.addresses()
                .forEach(address -> ServerSideApply.asButlerForced()
                        .apply(client, OwnerReferences.own(bootstrap, marked(client, address))));
        // Before the first machine is requested: afterwards, all machines exist.
        RecoveryRecord.start(client, bootstrap, restore.backup(), restore.existing());
    }

    /** Labels an object with its cluster. Controllers and other runs on the same API ignore labeled objects. */
    private <T extends HasMetadata> T marked(KubernetesClient client, T wanted) {
        T marked = client.getKubernetesSerialization().clone(wanted);
        marked.setMetadata(new ObjectMetaBuilder(wanted.getMetadata())
                .addToLabels(Labels.ENGINE_OF, request.directory().cluster())
                .build());
        return marked;
    }

    private ClusterBootstrap reconcile(KubernetesClient client, ClusterBootstrap wanted) {
        RunTimeouts tempo = request.tempo();
        try (BootstrapReconciler bootstrap = new BootstrapReconciler(
                        client,
                        request.providers(),
                        random,
                        tempo.bootstrap(),
                        access,
                        request.restore().map(BootstrapRequest.Restore::recovery));
                MachineReconcilers machines =
                        new MachineReconcilers(client, request.providers(), tempo.machines(), tempo.images(), clock)) {
            List<ReconcilerDefinition<?, ?, ?>> all = new ArrayList<>(machines.all());
            all.add(bootstrap);
            if (wanted.getSpec().network().nodeAddresses() != null) {
                all.addAll(new IpamReconcilers(client, IpamOptions.standard(), clock).all());
            }
            ReconcilerHostOptions host = tempo.host()
                    .withSelector(Labels.CLUSTER + "=" + request.directory().cluster());
            try (ReconcilerHost _ = ReconcilerHost.start(client, all, host)) {
                return new BootstrapWatcher(progress, clock, tempo, () -> RunLock.requireIntact(request.directory()))
                        .follow(client, wanted);
            }
        }
    }

    private BootstrapResult finish(KubernetesClient client, ClusterBootstrap ready, Instant began) {
        AccessFilesWriter results = new AccessFilesWriter(
                client, ready, request.directory(), access, request.tempo().bootstrap());
        results.write();
        new EndpointVerification(results.access(), request.tempo(), progress)
                .settle(ready, request.resources().last());
        request.directory().finish();
        return new BootstrapResult(
                request.directory().cluster(),
                ready.getStatus().controlPlaneEndpoint(),
                ready.getStatus().machines().size(),
                request.directory().kubeconfig(),
                request.directory().talosconfig(),
                Duration.between(began, clock.instant()));
    }
}
