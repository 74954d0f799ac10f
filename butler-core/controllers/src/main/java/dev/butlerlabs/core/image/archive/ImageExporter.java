package dev.butlerlabs.core.image.archive;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.image.ImageFactoryClient;
import dev.butlerlabs.core.image.SystemExtension;
import dev.butlerlabs.core.provider.ImageId;
import dev.butlerlabs.core.retry.Sleeper;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Exports images of an Image Factory, with their schematics and the extensions of their versions, to an archive. Files that the archive
 * contains already are verified and not downloaded again, so that an interrupted export continues. Not thread-safe; an archive is written
 * by one process at a time.
 */
public final class ImageExporter {
    private static final Duration BUILD_POLL = Duration.ofSeconds(2);
    private static final String TAR = ".tar";
    private static final String LOCK = ".lock";

    private final ImageFactoryClient factory;
    private final Duration buildLimit;
    private final InstantSource clock;
    private final Sleeper sleeper;
    private final Consumer<String> progress;

    /**
     * @param buildLimit how long the factory may take to build an image
     * @param progress receives what is being done
     */
    public ImageExporter(
            ImageFactoryClient factory,
            Duration buildLimit,
            InstantSource clock,
            Sleeper sleeper,
            Consumer<String> progress) {
        this.factory = factory;
        this.buildLimit = buildLimit;
        this.clock = clock;
        this.sleeper = sleeper;
        this.progress = progress;
    }

    /**
     * Exports images. A directory keeps the files that it has; a tar file is created from a directory beside it, which is deleted afterwards.
     *
     * @param output a directory, or a file that ends with {@code .tar}
     * @param overwrite whether an existing tar file is replaced
     * @return the manifest of the whole archive
     */
    public ImageArchiveManifest export(List<ImageId> images, Path output, boolean overwrite) {
        if (!output.toString().endsWith(TAR)) {
            return inDirectory(images, output);
        }
        if (Files.exists(output) && !overwrite) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "%s exists already.".formatted(output),
                    "Choose another path with --output, or pass --force to overwrite.");
        }
        Path directory = output.resolveSibling(output.getFileName() + ".partial");
        ImageArchiveManifest manifest = inDirectory(images, directory);
        pack(directory, manifest, output);
        return manifest;
    }

    private ImageArchiveManifest inDirectory(List<ImageId> images, Path directory) {
        // First what fails fast: schematics and versions that do not exist. Nothing is written until then.
        Map<String, String> documents = documents(images);
        try {
            Files.createDirectories(directory);
            try (FileChannel channel = FileChannel.open(
                            directory.resolve(LOCK), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                    FileLock _ = lock(channel, directory)) {
                return export(images, documents, new Target(directory));
            }
        } catch (IOException e) {
            throw notWritten(directory, e);
        }
    }

    private static FileLock lock(FileChannel channel, Path directory) throws IOException {
        try {
            return Optional.ofNullable(channel.tryLock()).orElseThrow(() -> locked(directory));
        } catch (OverlappingFileLockException _) {
            throw locked(directory);
        }
    }

    private static ButlerException locked(Path directory) {
        return new ButlerException(ErrorCode.DATA_LOCKED, "Another process exports images to %s.".formatted(directory));
    }

    private static ButlerException notWritten(Path path, IOException e) {
        if (e instanceof ClosedByInterruptException) {
            return cancelled();
        }
        return new ButlerException(
                ErrorCode.ENVIRONMENT,
                "Cannot write the image archive %s: %s.".formatted(path, e.getMessage()),
                "Check the permissions and the free space, and run the same command again to resume.");
    }

    static ButlerException cancelled() {
        return new ButlerException(
                ErrorCode.CANCELLED, "The export was interrupted.", "Run the same command again to resume.");
    }

    /** The directory of an archive and what it contains so far. */
    private static final class Target {
        private final Path directory;
        private ImageArchiveManifest manifest;

        private Target(Path directory) {
            this.directory = directory;
            this.manifest = Files.exists(directory.resolve(ImageArchiveManifest.NAME))
                    ? ImageArchive.open(directory).manifest()
                    : new ImageArchiveManifest(List.of());
        }

        private Path path(String name) {
            return directory.resolve(name);
        }

        private void text(String name, String text) throws IOException {
            Files.createDirectories(path(name).getParent());
            replace(path(name), text);
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            add(new ArchivedFile(
                    name,
                    bytes.length,
                    HexFormat.of().formatHex(ImageArchive.sha().digest(bytes))));
        }

        /** The manifest lists only complete files. */
        private void add(ArchivedFile file) throws IOException {
            manifest = manifest.with(file);
            replace(path(ImageArchiveManifest.NAME), manifest.json());
        }

        private static void replace(Path file, String text) throws IOException {
            Path temporary = file.resolveSibling(file.getFileName() + ".part");
            Files.writeString(temporary, text);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    /** Returns the schematics and the extensions of the versions by their paths in the archive. */
    private Map<String, String> documents(List<ImageId> images) {
        Map<String, String> documents = new TreeMap<>();
        for (String id : new TreeSet<>(images.stream().map(ImageId::schematic).toList())) {
            documents.put(ImageArchiveManifest.schematicPath(id), factory.schematic(id));
        }
        for (String version :
                new TreeSet<>(images.stream().map(ImageId::version).toList())) {
            documents.put(ImageArchiveManifest.extensionsPath(version), json(factory.extensions(version)));
        }
        return documents;
    }

    private ImageArchiveManifest export(List<ImageId> images, Map<String, String> documents, Target target)
            throws IOException {
        for (Map.Entry<String, String> document : documents.entrySet()) {
            target.text(document.getKey(), document.getValue());
        }
        for (ImageId image : images) {
            export(image, target);
        }
        return target.manifest;
    }

    private static String json(List<SystemExtension> extensions) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        extensions.forEach(extension -> list.addObject()
                .put("name", extension.name())
                .put("ref", extension.name() + ":" + extension.version())
                .put("author", extension.author())
                .put("description", extension.description()));
        return list.toPrettyString() + "\n";
    }

    private void export(ImageId image, Target target) throws IOException {
        String name = ImageArchiveManifest.path(image);
        Path file = target.path(name);
        Optional<ArchivedFile> known = target.manifest.find(name);
        if (known.isPresent()
                && Files.exists(file)
                && Files.size(file) == known.get().bytes()) {
            progress.accept("Verifying " + image.fileName());
            if (sha256(file).equals(known.get().sha256())) {
                return;
            }
        }
        long length = prepared(image);
        String sha256 = new ArtifactFileWriter(factory, file)
                .write(
                        image,
                        length,
                        factory.publishedSha256(image),
                        percent -> progress.accept("Downloading %s: %d %%".formatted(image.fileName(), percent)));
        target.add(new ArchivedFile(name, length, sha256));
    }

    /** Waits until the factory has built the image. */
    private long prepared(ImageId image) {
        Instant deadline = clock.instant().plus(buildLimit);
        while (true) {
            progress.accept("Waiting for the image factory to build " + image.fileName());
            try {
                return factory.prepare(image);
            } catch (ButlerException e) {
                if (e.code() != ErrorCode.TIMEOUT || clock.instant().isAfter(deadline)) {
                    throw e;
                }
                sleeper.pause(BUILD_POLL, "Interrupted while waiting for the image factory.");
            }
        }
    }

    private static String sha256(Path file) throws IOException {
        MessageDigest digest = ImageArchive.sha();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private void pack(Path directory, ImageArchiveManifest manifest, Path output) {
        Path temporary = output.resolveSibling(output.getFileName() + ".tmp");
        try {
            progress.accept("Writing " + output.getFileName());
            try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(temporary))) {
                TarWriter tar = new TarWriter(out);
                add(tar, directory, ImageArchiveManifest.NAME);
                for (ArchivedFile file : manifest.files()) {
                    add(tar, directory, file.path());
                }
                tar.finish();
            }
            ImageArchive.open(temporary).verify(path -> progress.accept("Verifying " + path));
            Files.move(temporary, output, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            delete(directory, manifest);
        } catch (IOException e) {
            throw notWritten(output, e);
        }
    }

    private static void add(TarWriter tar, Path directory, String name) throws IOException {
        Path file = directory.resolve(name);
        try (InputStream in = Files.newInputStream(file)) {
            tar.add(name, Files.size(file), in);
        }
    }

    /** Deletes the files of the archive and the directories that are empty then. Other files are kept. */
    private static void delete(Path directory, ImageArchiveManifest manifest) throws IOException {
        for (ArchivedFile file : manifest.files()) {
            Path path = directory.resolve(file.path());
            Files.deleteIfExists(path);
            for (Path parent = path.getParent(); !parent.equals(directory); parent = parent.getParent()) {
                if (!deleteIfEmpty(parent)) {
                    break;
                }
            }
        }
        Files.deleteIfExists(directory.resolve(ImageArchiveManifest.NAME));
        Files.deleteIfExists(directory.resolve(LOCK));
        deleteIfEmpty(directory);
    }

    private static boolean deleteIfEmpty(Path directory) throws IOException {
        try (var content = Files.list(directory)) {
            if (content.findAny().isPresent()) {
                return false;
            }
        }
        return Files.deleteIfExists(directory);
    }
}
