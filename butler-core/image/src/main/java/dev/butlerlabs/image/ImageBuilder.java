package dev.butlerlabs.image;

import com.google.cloud.tools.jib.api.CacheDirectoryCreationException;
import com.google.cloud.tools.jib.api.Containerizer;
import com.google.cloud.tools.jib.api.ImageReference;
import com.google.cloud.tools.jib.api.InvalidImageReferenceException;
import com.google.cloud.tools.jib.api.Jib;
import com.google.cloud.tools.jib.api.JibContainerBuilder;
import com.google.cloud.tools.jib.api.RegistryException;
import com.google.cloud.tools.jib.api.RegistryImage;
import com.google.cloud.tools.jib.api.TarImage;
import com.google.cloud.tools.jib.api.buildplan.AbsoluteUnixPath;
import com.google.cloud.tools.jib.api.buildplan.FileEntriesLayer;
import com.google.cloud.tools.jib.api.buildplan.FilePermissions;
import com.google.cloud.tools.jib.api.buildplan.ImageFormat;
import com.google.cloud.tools.jib.api.buildplan.Platform;
import com.google.cloud.tools.jib.frontend.CredentialRetrieverFactory;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;

/**
 * Writes an image to an archive or a registry.
 *
 * <p>All files belong to root and have the same modification time, and entries are sorted, so that the digest depends only on the specification
 * and the content of the files.
 */
final class ImageBuilder {
    /** User and group of the container process. Numeric, because Kubernetes rejects names with {@code runAsNonRoot}. */
    static final String USER = "65532:65532";

    private final ImageSpec spec;
    private final Path cache;

    /** @param cache directory for layers; can be shared by builds */
    ImageBuilder(ImageSpec spec, Path cache) {
        this.spec = spec;
        this.cache = cache;
    }

    /** Writes the image to a tar file with an OCI image layout. An existing file is replaced. */
    BuiltImage writeArchive(Path file) {
        return build(Containerizer.to(TarImage.at(file).named(reference(spec.reference()))));
    }

    /**
     * Pushes the image to a registry, with the credentials of the Docker configuration file. HTTP is used for registries on loopback only.
     *
     * @throws ButlerException if the registry cannot be reached or rejects the image
     */
    BuiltImage push(String target) {
        ImageReference reference = reference(target);
        CredentialRetrieverFactory credentials = CredentialRetrieverFactory.forImage(reference, event -> {});
        return build(Containerizer.to(RegistryImage.named(reference).addCredentialRetriever(credentials.dockerConfig()))
                .setAllowInsecureRegistries(isLoopback(reference.getRegistry())));
    }

    static boolean isLoopback(String registry) {
        return registry.matches("(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d+)?");
    }

    /**
     * Parses an image reference.
     *
     * @throws ButlerException if it is not valid
     */
    static ImageReference reference(String text) {
        try {
            return ImageReference.parse(text);
        } catch (InvalidImageReferenceException e) {
            throw new ButlerException(ErrorCode.INVALID_INPUT, "Invalid image reference \"%s\".".formatted(text), e);
        }
    }

    private BuiltImage build(Containerizer target) {
        try {
            return new BuiltImage(description()
                    .containerize(target.setBaseImageLayersCache(cache)
                            .setApplicationLayersCache(cache)
                            .setToolName("butler"))
                    .getDigest()
                    .toString());
        } catch (RegistryException | ExecutionException | IOException | CacheDirectoryCreationException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot build the image: " + cause(e) + ".", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ButlerException(ErrorCode.CANCELLED, "Interrupted.", e);
        }
    }

    private static String cause(Exception failure) {
        Throwable cause =
                failure instanceof ExecutionException && failure.getCause() != null ? failure.getCause() : failure;
        return String.valueOf(cause.getMessage());
    }

    private JibContainerBuilder description() {
        JibContainerBuilder builder = Jib.fromScratch()
                .setFormat(ImageFormat.OCI)
                .setPlatforms(Set.of(new Platform(spec.architecture(), "linux")))
                .setCreationTime(spec.created())
                .setUser(USER)
                .setWorkingDirectory(AbsoluteUnixPath.get("/"))
                .setEntrypoint(spec.entryPoint())
                .setLabels(new TreeMap<>(spec.labels()));
        spec.layers().forEach(layer -> builder.addFileEntriesLayer(layer(layer)));
        return builder;
    }

    private static FileEntriesLayer layer(ImageLayer layer) {
        FileEntriesLayer.Builder builder = FileEntriesLayer.builder().setName(layer.name());
        layer.files().stream()
                .sorted(Comparator.comparing(ImageFile::target))
                .forEach(file -> builder.addEntry(
                        file.source(),
                        AbsoluteUnixPath.get(file.target()),
                        FilePermissions.fromOctalString(file.mode())));
        return builder.build();
    }
}
