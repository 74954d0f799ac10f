package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.backup.archive.ArchiveHeader;
import dev.butlerlabs.core.backup.archive.EncryptedArchive;
import dev.butlerlabs.core.backup.archive.EncryptedArchiveWriter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Keeps backups in a directory. A backup has a hidden name until it is published. */
public final class DirectoryStorage implements BackupStorage {
    /** Of complete files that are not published yet. Incomplete ones have another suffix. */
    private static final String STAGED_SUFFIX = ".new";

    private static final Pattern STAGED = Pattern.compile("\\.(.+)\\.[0-9a-f-]{36}" + Pattern.quote(STAGED_SUFFIX));

    private final Path directory;

    /**
     * Uses a directory.
     *
     * @throws ButlerException if it does not exist
     */
    public DirectoryStorage(Path directory) {
        if (!Files.isDirectory(directory)) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Directory %s does not exist.".formatted(directory),
                    "Create it, or choose another directory.");
        }
        this.directory = directory;
    }

    @Override
    public Path prepare(String name) {
        if (!Files.isWritable(directory)) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "Directory %s is not writable.".formatted(directory),
                    "Change its permissions, or choose another directory.");
        }
        EncryptedArchiveWriter.deleteAbandoned(directory);
        requireAbsent(name);
        return directory.resolve("." + name + "." + UUID.randomUUID() + STAGED_SUFFIX);
    }

    private void requireAbsent(String name) {
        Path file = directory.resolve(name);
        if (Files.exists(file)) {
            throw new ButlerException(ErrorCode.CONFLICT, "%s already exists.".formatted(file));
        }
    }

    @Override
    public String publish(Path file, String name) {
        requireAbsent(name);
        Path target = directory.resolve(name);
        try {
            Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
            try (FileChannel changed = FileChannel.open(directory, StandardOpenOption.READ)) {
                changed.force(true);
            }
            return target.toString();
        } catch (IOException e) {
            throw failed("write", target, e);
        }
    }

    @Override
    public void discard(Path file) {
        delete(file.getFileName().toString());
    }

    @Override
    public List<StoredBackup> list() {
        List<StoredBackup> backups = new ArrayList<>();
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.sorted().toList()) {
                String name = file.getFileName().toString();
                if (name.endsWith(BackupName.SUFFIX) && Files.isRegularFile(file)) {
                    backups.add(new StoredBackup(name, file.toString(), Files.size(file), header(file)));
                }
            }
            return backups;
        } catch (IOException e) {
            throw failed("read", directory, e);
        }
    }

    private static Optional<ArchiveHeader> header(Path file) {
        try {
            return Optional.of(EncryptedArchive.header(file));
        } catch (ButlerException _) {
            // Listed without details: one damaged file must not hide the others.
            return Optional.empty();
        }
    }

    @Override
    public LocalCopy open(String name) {
        Path file = directory.resolve(name);
        return new LocalCopy() {
            @Override
            public Path file() {
                return file;
            }

            @Override
            public void close() {
                // The file is the backup itself.
            }
        };
    }

    @Override
    public void delete(String name) {
        try {
            Files.deleteIfExists(directory.resolve(name));
        } catch (IOException e) {
            throw failed("delete", directory.resolve(name), e);
        }
    }

    @Override
    public void cleanUp(String cluster, String name, Instant before) {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Optional<String> started =
                        staged(file.getFileName().toString()).filter(backup -> BackupName.isOf(cluster, backup));
                if (started.isPresent()
                        && (started.get().equals(name)
                                || Files.getLastModifiedTime(file).toInstant().isBefore(before))) {
                    Files.deleteIfExists(file);
                }
            }
        } catch (IOException e) {
            throw failed("clean up", directory, e);
        }
    }

    private static Optional<String> staged(String name) {
        Matcher matcher = STAGED.matcher(name);
        return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    private static ButlerException failed(String action, Path path, IOException e) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT, "Cannot %s %s: %s.".formatted(action, path, e.getMessage()), e);
    }
}
