package dev.butlerlabs.core.embedded.store;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A directory of the file system, locked against other processes. */
final class FileStoreDirectory implements StoreDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(FileStoreDirectory.class);
    private static final String LOCK = "lock";

    /**
     * Directories that are open in this process. A second attempt to lock the file in the same process would release the first lock: POSIX
     * releases the locks of a process when it closes any descriptor of the file.
     */
    private static final Set<Path> HELD = new HashSet<>();

    private final Path directory;
    private final FileChannel lockFile;
    private final boolean posix;

    private FileStoreDirectory(Path directory, FileChannel lockFile) {
        this.directory = directory;
        this.lockFile = lockFile;
        this.posix = isPosix(directory);
    }

    /** Locks the directory for this process; creates it if it is missing. */
    static FileStoreDirectory lock(Path directory) {
        try {
            Path real = prepare(directory);
            hold(real);
            try {
                return new FileStoreDirectory(real, lockFile(real));
            } catch (IOException | RuntimeException failure) {
                release(real);
                throw failure;
            }
        } catch (IOException failure) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT, "Cannot use data directory " + directory + ": " + failure, failure);
        }
    }

    private static Path prepare(Path directory) throws IOException {
        Path missing = firstMissing(directory.toAbsolutePath());
        Files.createDirectories(directory, ownerOnly(directory, "rwx------"));
        Path real = directory.toRealPath();
        if (isPosix(real)) {
            Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rwx------"));
            for (Path made = real; made.startsWith(missing) && made.getParent() != null; made = made.getParent()) {
                forceDirectory(made.getParent());
            }
        }
        return real;
    }

    private static Path firstMissing(Path directory) {
        Path missing = directory;
        while (missing.getParent() != null && Files.notExists(missing.getParent())) {
            missing = missing.getParent();
        }
        return missing;
    }

    private static FileChannel lockFile(Path directory) throws IOException {
        FileChannel channel = FileChannel.open(
                directory.resolve(LOCK),
                Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                ownerOnly(directory, "rw-------"));
        FileLock lock = null;
        try {
            lock = channel.tryLock();
        } finally {
            if (lock == null) {
                channel.close();
            }
        }
        if (lock == null) {
            throw locked(directory);
        }
        return channel;
    }

    private static void hold(Path directory) {
        synchronized (HELD) {
            if (!HELD.add(directory)) {
                throw locked(directory);
            }
        }
    }

    private static void release(Path directory) {
        synchronized (HELD) {
            HELD.remove(directory);
        }
    }

    private static ButlerException locked(Path directory) {
        return new ButlerException(ErrorCode.DATA_LOCKED, "Data directory " + directory + " is already in use.");
    }

    @Override
    public String place() {
        return directory.toString();
    }

    @Override
    public List<String> names() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.equals(LOCK))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public StoreFile create(String name) throws IOException {
        return file(name, Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    @Override
    public StoreFile open(String name) throws IOException {
        return file(name, Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE));
    }

    private StoreFile file(String name, Set<? extends OpenOption> options) throws IOException {
        FileChannel channel = FileChannel.open(directory.resolve(name), options, ownerOnly(directory, "rw-------"));
        return new ChannelFile(directory.resolve(name).toString(), channel);
    }

    @Override
    public void rename(String from, String to) throws IOException {
        Files.move(directory.resolve(from), directory.resolve(to), StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public void delete(String name) throws IOException {
        Files.deleteIfExists(directory.resolve(name));
    }

    @Override
    public void force() throws IOException {
        if (posix) {
            forceDirectory(directory);
        }
    }

    @Override
    public void close() {
        try {
            lockFile.close();
        } catch (IOException failure) {
            LOG.warn("cannot release the lock of {}: {}", directory, failure.toString());
        } finally {
            release(directory);
        }
    }

    private static void forceDirectory(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }

    private static FileAttribute<?>[] ownerOnly(Path place, String permissions) {
        return isPosix(place)
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
                }
                : new FileAttribute<?>[0];
    }

    private static boolean isPosix(Path place) {
        return place.getFileSystem().supportedFileAttributeViews().contains("posix");
    }

    private record ChannelFile(String name, FileChannel channel) implements StoreFile {
        @Override
        public long size() throws IOException {
            return channel.size();
        }

        @Override
        public int read(ByteBuffer target, long position) throws IOException {
            return channel.read(target, position);
        }

        @Override
        public void write(ByteBuffer source, long position) throws IOException {
            long at = position;
            while (source.hasRemaining()) {
                at += channel.write(source, at);
            }
        }

        @Override
        public void truncate(long size) throws IOException {
            channel.truncate(size);
        }

        @Override
        public void force() throws IOException {
            channel.force(false);
        }

        @Override
        public void close() throws IOException {
            channel.close();
        }
    }
}
