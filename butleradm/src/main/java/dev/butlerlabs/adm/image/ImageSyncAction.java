package dev.butlerlabs.adm.image;

import dev.butlerlabs.core.api.ImageSyncSpec;
import dev.butlerlabs.core.api.ImageSyncSpec.TransferMode;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.SystemExtension;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.talos.image.Schematic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Renders the ImageSync of a requested image. */
record ImageSyncAction(ImageFactoryClient factory, ProviderRegistry providers) {
    private static final int SHORT_SCHEMATIC = 8;
    private static final int LONGEST_NAME = 63;

    /**
     * Returns the spec, and uploads the schematic to the image factory.
     *
     * @throws ButlerException with every extension that does not exist for the version
     */
    ImageSyncSpec spec(ImageRequest request, ProviderConfig config) {
        ImageArtifact artifact = artifact(config);
        return new ImageSyncSpec(
                new ImageSyncSpec.FactoryReference(
                        schematic(request), request.version(), request.architecture(), artifact.platform()),
                new ObjectReference(config.getMetadata().getName(), null),
                artifact.format(),
                request.mode().orElse(artifact.uploadOnly() ? TransferMode.PROXY : TransferMode.DIRECT),
                request.displayName().orElse(null));
    }

    private ImageArtifact artifact(ProviderConfig config) {
        return providers
                .find(config.getSpec().provider())
                .flatMap(InfrastructureProvider::image)
                .orElseThrow(() -> new ButlerException(
                        ErrorCode.NOT_OFFERED,
                        "Butler cannot import images into provider %s."
                                .formatted(config.getSpec().provider()),
                        "Upload the image with the tools of the infrastructure."));
    }

    private String schematic(ImageRequest request) {
        return request.schematic().orElseGet(() -> {
            rejectUnknown(request);
            Map<String, Object> tree = request.extensions().isEmpty()
                    ? Map.of()
                    : Map.of(
                            "customization",
                            Map.of("systemExtensions", Map.of("officialExtensions", request.extensions())));
            return factory.createSchematic(Schematic.of("The schematic", tree).yaml());
        });
    }

    /** The factory notices an unknown extension only when it builds the image. */
    private void rejectUnknown(ImageRequest request) {
        if (request.extensions().isEmpty()) {
            return;
        }
        Set<String> known = factory.extensions(request.version()).stream()
                .map(SystemExtension::name)
                .collect(Collectors.toSet());
        List<InputProblem> problems = request.extensions().stream()
                .filter(name -> !known.contains(name))
                .map(name -> new InputProblem(
                        "--extension",
                        "\"%s\" does not exist for Talos %s; run 'butleradm image catalog %s'"
                                .formatted(name, request.version(), request.version())))
                .toList();
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid image.", problems);
        }
    }

    /** Returns the default name of an ImageSync. */
    static String usualName(ImageSyncSpec spec) {
        String name = String.join(
                        "-",
                        spec.providerConfigRef().name(),
                        spec.factoryRef().schematicID().substring(0, SHORT_SCHEMATIC),
                        spec.factoryRef().version().substring(1),
                        spec.factoryRef().arch().name())
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^a-z0-9-]", "-");
        return name.substring(0, Math.min(LONGEST_NAME, name.length())).replaceFirst("-+$", "");
    }
}
