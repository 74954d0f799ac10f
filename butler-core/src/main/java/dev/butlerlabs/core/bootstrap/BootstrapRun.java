package dev.butlerlabs.core.bootstrap;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.machine.MachineReconcilers;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.reconcile.ReconcilerHost;
import dev.butlerlabs.core.reconcile.Reconciliation;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of a bootstrap: applies what the operator wants to the engine, runs the reconcilers in this process until the cluster is
 * ready, and writes the files it is entered with. Running it again after whatever end goes on where the last one stopped.
 */
public final class BootstrapRun {
    private final BootstrapRequest request;
    private final ProgressReporter progress;
    private final SecureRandom random = new SecureRandom();
    private final Clock clock;

    public BootstrapRun(BootstrapRequest request, ProgressReporter progress) {
        this.request = request;
        this.progress = progress;
        this.clock = request.tempo().bootstrap().clock();
    }

    /** The engine is left as it is, whatever the end; at success the caller takes it away. */
    public BootstrapResult run() {
        Instant began = clock.instant();
        try (KubernetesClient client =
                new KubeConnector("butleradm").connect(request.engine().access())) {
            ClusterBootstrap wanted = apply(client);
            request.folder().keepOwner(MachineRequests.owner(wanted));
            ClusterBootstrap ready = reconcile(client, wanted);
            return finish(client, ready, began);
        }
    }

    private ClusterBootstrap apply(KubernetesClient client) {
        ProgressStep step = progress.start("ResourcesApplied", "Telling the engine what is wanted");
        ClusterBootstrap bootstrap = request.resources().clusterBootstrap();
        ServerSideApply.asButlerForced()
                .apply(
                        client,
                        new NamespaceBuilder()
                                .withNewMetadata()
                                .withName(bootstrap.getMetadata().getNamespace())
                                .endMetadata()
                                .build());
        request.resources().first().stream()
                .filter(object -> object != bootstrap)
                .forEach(object -> ServerSideApply.asButlerForced().apply(client, object));
        ClusterBootstrap applied = ServerSideApply.asButlerForced().apply(client, bootstrap);
        step.done();
        return applied;
    }

    private ClusterBootstrap reconcile(KubernetesClient client, ClusterBootstrap wanted) {
        RunTempo tempo = request.tempo();
        try (BootstrapReconciliation bootstrap =
                        new BootstrapReconciliation(client, request.providers(), random, tempo.bootstrap());
                MachineReconcilers machines =
                        new MachineReconcilers(client, request.providers(), tempo.machines(), clock)) {
            List<Reconciliation<?, ?, ?>> all = new ArrayList<>(machines.all());
            all.add(bootstrap);
            try (ReconcilerHost host = ReconcilerHost.start(client, all, tempo.host())) {
                return new Follower(progress, clock, tempo).follow(client, wanted);
            }
        }
    }

    private BootstrapResult finish(KubernetesClient client, ClusterBootstrap ready, Instant began) {
        Results results = new Results(client, ready, request.folder());
        results.write();
        new Settlement(results.access(), request.tempo(), progress)
                .settle(ready, request.resources().last());
        return new BootstrapResult(
                request.folder().cluster(),
                ready.getStatus().controlPlaneEndpoint(),
                ready.getStatus().machines().size(),
                request.folder().kubeconfig(),
                request.folder().talosconfig(),
                Duration.between(began, clock.instant()));
    }
}
