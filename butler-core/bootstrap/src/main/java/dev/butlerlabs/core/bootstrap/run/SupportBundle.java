package dev.butlerlabs.core.bootstrap.run;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.IPAllocation;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.NetworkPool;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.AtomicFile;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.support.BundleCollection;
import dev.butlerlabs.core.support.BundleRedactor;
import dev.butlerlabs.core.support.BundleWriter;
import dev.butlerlabs.core.support.ClusterSecretReader;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;

/**
 * Collects the information to diagnose a failed bootstrap: resources with their conditions, events, and the run log, without secrets.
 */
public final class SupportBundle {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss").withZone(ZoneOffset.UTC);

    private final KubernetesClient client;
    private final ClusterDirectory folder;
    private final String namespace;
    private final Clock clock;

    public SupportBundle(KubernetesClient client, ClusterDirectory folder, String namespace, Clock clock) {
        this.client = client;
        this.folder = folder;
        this.namespace = namespace;
        this.clock = clock;
    }

    /**
     * Writes the bundle, readable only by its user.
     *
     * @return the path of the bundle
     * @throws ButlerException if it cannot be written
     */
    public Path write() {
        Path file = folder.folder().resolve("support-%s.tar.gz".formatted(STAMP.format(clock.instant())));
        try (BundleWriter writer = BundleWriter.create(file)) {
            BundleCollection bundle = new BundleCollection(writer, redactor());
            bundle.objects("resources/clusterbootstraps.yaml", () -> list(ClusterBootstrap.class));
            bundle.objects("resources/ipallocations.yaml", () -> list(IPAllocation.class));
            bundle.objects("resources/loadbalancerrequests.yaml", () -> list(LoadBalancerRequest.class));
            bundle.objects("resources/machinerequests.yaml", () -> list(MachineRequest.class));
            bundle.objects("resources/networkpools.yaml", () -> list(NetworkPool.class));
            bundle.objects("resources/providerconfigs.yaml", () -> list(ProviderConfig.class));
            bundle.objects("events.yaml", () -> list(Event.class));
            bundle.text("story.jsonl", () -> AtomicFile.read(folder.events()).orElse(""));
            bundle.addErrors();
            writer.finish();
            return file;
        }
    }

    /** If the Secrets cannot be read, secrets are recognized by their form only. */
    private BundleRedactor redactor() {
        try {
            return BundleRedactor.of(new ClusterSecretReader(client).values());
        } catch (ButlerException _) {
            return BundleRedactor.unaware();
        }
    }

    private <T extends HasMetadata> List<T> list(Class<T> kind) {
        return KubeErrorMapper.translating(
                "listing " + kind.getSimpleName(),
                () -> client.resources(kind).inNamespace(namespace).list().getItems());
    }
}
