package dev.butlerlabs.sim.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.sim.http.HttpApiResponse;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Optional;

/** Rejects images as Harvester's webhook does. */
final class ImageAdmission {
    private final HarvesterBackend cluster;

    ImageAdmission(HarvesterBackend cluster) {
        this.cluster = cluster;
    }

    /** Returns why an image is rejected: its display name must be unique in its namespace. */
    Optional<HttpApiResponse> create(String namespace, JsonNode image) {
        String name = image.at("/metadata/name").asText("");
        String shown = image.at("/spec/displayName").asText("");
        if (image.at("/spec/sourceType").asText("").equals("download")
                && !image.at("/spec/url").asText("").matches("https?://\\S+")) {
            return Optional.of(
                    HarvesterErrorResponses.deniedByHarvester("url is required when image source type is download"));
        }
        return cluster.list(WatchedResourceType.IMAGE, namespace).stream()
                .filter(other -> !other.getMetadata().getName().equals(name))
                .filter(other -> ImageImportController.fields(other)
                        .text("spec.displayName")
                        .equals(Optional.of(shown)))
                .findFirst()
                .map(_ -> HarvesterErrorResponses.conflict("A resource with the same name exists"));
    }

    /** Returns why the deletion of an image is rejected: a volume was created from it. */
    Optional<HttpApiResponse> delete(ResourceKey key) {
        Optional<String> storageClass = cluster.find(WatchedResourceType.IMAGE, key)
                .flatMap(image -> ImageImportController.fields(image).text("status.storageClassName"));
        return storageClass.flatMap(used -> cluster.list(WatchedResourceType.VOLUME, key.namespace()).stream()
                .filter(volume -> usesClass(volume, used))
                .findFirst()
                .map(volume -> HarvesterErrorResponses.deniedByHarvester(
                        "Cannot delete image %s: being used by PVC %s".formatted(key, ResourceKey.of(volume)))));
    }

    private static boolean usesClass(GenericKubernetesResource volume, String storageClass) {
        return ImageImportController.fields(volume)
                .text("spec.storageClassName")
                .equals(Optional.of(storageClass));
    }
}
