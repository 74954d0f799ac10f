package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;

/** Finds images by name or, since Harvester generates names, by display name. */
final class BootImageResolver {
    private final HarvesterApi api;

    BootImageResolver(HarvesterApi api) {
        this.api = api;
    }

    BootImage require(ResourceName wanted) {
        return BootImage.of(api.find(HarvesterResourceType.IMAGE, wanted).orElseGet(() -> shownAs(wanted)));
    }

    private GenericKubernetesResource shownAs(ResourceName wanted) {
        List<GenericKubernetesResource> all = api.list(HarvesterResourceType.IMAGE, wanted.namespace(), Map.of());
        List<GenericKubernetesResource> shown = all.stream()
                .filter(image -> ObjectFieldReader.text(image, "spec.displayName")
                        .filter(wanted.name()::equals)
                        .isPresent())
                .toList();
        if (shown.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Harvester has %d images with the display name %s.".formatted(shown.size(), wanted),
                    "Use one of these names: %s.".formatted(names(shown)));
        }
        return shown.stream().findFirst().orElseThrow(() -> unknown(wanted, all));
    }

    private static ButlerException unknown(ResourceName wanted, List<GenericKubernetesResource> all) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "Image %s not found in Harvester.".formatted(wanted),
                all.isEmpty()
                        ? "The namespace %s has no images. Upload one, or use another namespace."
                                .formatted(wanted.namespace())
                        : "Images in namespace %s: %s.".formatted(wanted.namespace(), names(all)));
    }

    private static String names(List<GenericKubernetesResource> images) {
        return String.join(
                ", ", images.stream().map(ObjectFieldReader::name).sorted().toList());
    }
}
