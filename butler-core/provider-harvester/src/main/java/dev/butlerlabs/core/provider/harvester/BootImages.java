package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.List;
import java.util.Map;

/** Finds images by their name or, since Harvester makes names up, by the one it shows to people. */
final class BootImages {
    private final HarvesterApi api;

    BootImages(HarvesterApi api) {
        this.api = api;
    }

    BootImage require(ResourceName wanted) {
        return BootImage.of(api.find(Kind.IMAGE, wanted).orElseGet(() -> shownAs(wanted)));
    }

    private GenericKubernetesResource shownAs(ResourceName wanted) {
        List<GenericKubernetesResource> all = api.list(Kind.IMAGE, wanted.namespace(), Map.of());
        List<GenericKubernetesResource> shown = all.stream()
                .filter(image -> Fields.text(image, "spec", "displayName")
                        .filter(wanted.name()::equals)
                        .isPresent())
                .toList();
        if (shown.size() > 1) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "Harvester shows %d images as %s.".formatted(shown.size(), wanted),
                    "Name one of them: %s.".formatted(names(shown)));
        }
        return shown.stream().findFirst().orElseThrow(() -> unknown(wanted, all));
    }

    private static ButlerException unknown(ResourceName wanted, List<GenericKubernetesResource> all) {
        return new ButlerException(
                ErrorCode.NOT_FOUND,
                "Harvester has no image %s.".formatted(wanted),
                all.isEmpty()
                        ? "The namespace %s holds no image; upload one, or name another namespace."
                                .formatted(wanted.namespace())
                        : "The namespace %s has: %s.".formatted(wanted.namespace(), names(all)));
    }

    private static String names(List<GenericKubernetesResource> images) {
        return String.join(", ", images.stream().map(Fields::name).sorted().toList());
    }
}
