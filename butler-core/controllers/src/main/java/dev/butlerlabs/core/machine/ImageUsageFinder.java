package dev.butlerlabs.core.machine;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.boundary.ReferencePolicy;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.kube.LenientDecoder;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.kube.UndecodableObject;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;

/** Finds the objects that use an image. Thread-safe. */
final class ImageUsageFinder {
    private final KubernetesClient client;

    ImageUsageFinder(KubernetesClient client) {
        this.client = client;
    }

    /** Returns the other ImageSyncs of the same image on the same infrastructure that are not being deleted. */
    List<String> otherSyncs(ImageSyncReconcileContext scope) {
        return list(ImageSync.class).stream()
                .filter(other -> UndecodableObject.of(other).isEmpty())
                .filter(other -> !uid(other).equals(uid(scope.sync())) && !other.isMarkedForDeletion())
                .filter(other ->
                        new ImageSyncReconcileContext(other).uploadKey().equals(scope.uploadKey()))
                .map(ObjectName::of)
                .toList();
    }

    /**
     * Returns kind and name of the machines, tenant clusters and ProviderConfigs that use the image. Objects of other namespaces are
     * named only for ImageSyncs of the platform. An object that cannot be decoded uses the image if any of its texts is the reference.
     *
     * @param reference the image reference in the spec of a machine
     */
    List<String> users(ImageSyncReconcileContext scope, String reference) {
        List<HasMetadata> users = Stream.of(
                        list(MachineRequest.class).stream()
                                .filter(machine -> uses(
                                        machine,
                                        reference,
                                        () -> isOn(machine, scope)
                                                && isImage(machine.getSpec().image(), reference))),
                        list(TenantCluster.class).stream()
                                .filter(cluster -> uses(
                                        cluster,
                                        reference,
                                        () -> isImageSync(cluster, scope) || mentions(cluster.getSpec(), reference))),
                        list(ProviderConfig.class).stream()
                                .filter(config -> ObjectName.from(config).equals(scope.config()))
                                .filter(config -> uses(config, reference, () -> mentions(config.getSpec(), reference))))
                .<HasMetadata>flatMap(found -> found)
                .toList();
        return named(users, scope.namespace());
    }

    private boolean uses(HasMetadata object, String reference, BooleanSupplier decoded) {
        return UndecodableObject.stored(object)
                .map(stored -> mentions(stored, reference))
                .orElseGet(decoded::getAsBoolean);
    }

    private static boolean isOn(MachineRequest machine, ImageSyncReconcileContext scope) {
        return ProviderReconcileContext.config(machine, machine.getSpec().providerRef())
                .equals(scope.config());
    }

    /** The ImageSync of a cluster is in the namespace of its ProviderConfig: that of the cluster, or that of the platform. */
    private static boolean isImageSync(TenantCluster cluster, ImageSyncReconcileContext scope) {
        return (Objects.equals(cluster.getMetadata().getNamespace(), scope.namespace())
                        || ReferencePolicy.isPlatform(scope.namespace()))
                && Optional.ofNullable(cluster.getStatus())
                        .map(status -> status.imageSyncRef())
                        .map(LocalReference::name)
                        .filter(scope.sync().getMetadata().getName()::equals)
                        .isPresent();
    }

    /** Returns whether any text of a spec is the reference. Image settings differ between infrastructures. */
    private boolean mentions(Object spec, String reference) {
        JsonNode tree = client.getKubernetesSerialization().convertValue(spec, JsonNode.class);
        List<JsonNode> pending = new ArrayList<>(List.of(tree));
        while (!pending.isEmpty()) {
            JsonNode next = pending.removeLast();
            if (next.isTextual() && isImage(next.asText(), reference)) {
                return true;
            }
            next.forEach(pending::add);
        }
        return false;
    }

    /** A reference with a namespace can also be written without it. */
    private static boolean isImage(String text, String reference) {
        return text != null && (text.equals(reference) || (reference.contains("/") && reference.endsWith("/" + text)));
    }

    private static List<String> named(List<HasMetadata> users, String namespace) {
        List<String> names = new ArrayList<>();
        int hidden = 0;
        for (HasMetadata user : users) {
            if (ReferencePolicy.isPlatform(namespace)
                    || namespace.equals(user.getMetadata().getNamespace())) {
                names.add(ObjectName.of(user));
            } else {
                hidden++;
            }
        }
        if (hidden > 0) {
            names.add(hidden == 1 ? "an object of another namespace" : hidden + " objects of other namespaces");
        }
        return List.copyOf(names);
    }

    private static String uid(HasMetadata object) {
        return String.valueOf(object.getMetadata().getUid());
    }

    /** A type whose CRD is not installed has no objects. */
    private <R extends CustomResource<?, ?>> List<R> list(Class<R> kind) {
        return KubeErrorMapper.translating("listing " + HasMetadata.getFullResourceName(kind), () -> {
            try {
                return LenientDecoder.over(client)
                        .resources(kind)
                        .inAnyNamespace()
                        .list()
                        .getItems();
            } catch (RuntimeException e) {
                if (KubeErrorMapper.isNotFound(e)) {
                    return List.of();
                }
                throw e;
            }
        });
    }
}
