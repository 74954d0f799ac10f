package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.addon.PlatformAddon.Part;
import dev.butlerlabs.core.addon.WorkloadReadiness;
import dev.butlerlabs.core.kube.ServedTypeResolver;
import dev.butlerlabs.core.kube.ServerSideApply;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Updates the objects that Talos creates at the bootstrap, such as CoreDNS and the roles of kubelets. Talos never changes an object that exists.
 * Changes that others made to the same fields are overwritten.
 */
final class BootstrapManifestApplier {
    /** The field manager of Talos, which would otherwise keep fields that a new version no longer has. */
    private static final ServerSideApply AS_TALOS = new ServerSideApply("talos", true);

    /** Others may need them. */
    private static final List<String> FIRST_KINDS = List.of("Namespace", "CustomResourceDefinition");

    private static final Map<String, Part.Kind> WORKLOADS =
            Map.of("Deployment", Part.Kind.DEPLOYMENT, "DaemonSet", Part.Kind.DAEMON_SET);

    private final KubernetesClient client;

    BootstrapManifestApplier(KubernetesClient client) {
        this.client = client;
    }

    /** Applies all objects, and returns what is not ready yet, without a full stop. */
    Optional<String> apply(List<Map<String, Object>> manifests) {
        List<UntypedTree> objects = manifests.stream()
                .map(UntypedTree::of)
                .sorted(Comparator.comparing(object -> !FIRST_KINDS.contains(object.anyText("kind"))))
                .toList();
        ServedTypeResolver types = new ServedTypeResolver(client);
        objects.forEach(object -> AS_TALOS.apply(types, object));
        WorkloadReadiness readiness = new WorkloadReadiness(client);
        return objects.stream()
                .filter(object -> WORKLOADS.containsKey(object.anyText("kind")))
                .map(object -> new Part(
                        WORKLOADS.get(object.anyText("kind")),
                        object.anyText("metadata.namespace"),
                        object.anyText("metadata.name")))
                .flatMap(part -> readiness.missing(part).stream())
                .findFirst();
    }
}
