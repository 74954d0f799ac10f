package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.backup.archive.ArchiveHeader;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.archive.DamagedArchiveException;
import dev.butlerlabs.core.backup.archive.EncryptedArchive;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.etcd.SnapshotSource;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Reads a backup. Opening it decrypts and authenticates the whole file and compares every entry with the manifest, so that a damaged backup is
 * rejected before anything is restored. The content stays encrypted on disk. Not thread-safe.
 */
public final class BackupReader implements AutoCloseable {
    private static final int MAX_ENTRY_BYTES = 512 << 20;

    private final EncryptedArchive archive;
    private final BackupManifest manifest;
    private final Map<String, Position> positions;

    private record Position(long start, int bytes) {}

    private BackupReader(EncryptedArchive archive, BackupManifest manifest, Map<String, Position> positions) {
        this.archive = archive;
        this.manifest = manifest;
        this.positions = positions;
    }

    /**
     * Opens and checks a backup.
     *
     * @throws ButlerException if it cannot be read, is damaged, or the passphrase or key is wrong
     */
    public static BackupReader open(Path file, BackupKey key) {
        EncryptedArchive archive = EncryptedArchive.open(file, key);
        try {
            return check(archive);
        } catch (IOException e) {
            archive.close();
            throw EncryptedArchive.unreadable(file, e);
        } catch (RuntimeException e) {
            archive.close();
            throw e;
        }
    }

    private static BackupReader check(EncryptedArchive archive) throws IOException {
        Map<String, Position> positions = new HashMap<>();
        List<BackupManifest.Entry> found = new ArrayList<>();
        Optional<BackupManifest> manifest = Optional.empty();
        try (CountedStream content = new CountedStream(archive.stream(0));
                TarArchiveInputStream tar = new TarArchiveInputStream(content)) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (manifest.isPresent() || entry.getSize() > MAX_ENTRY_BYTES) {
                    throw new DamagedArchiveException("entry %s is not expected".formatted(entry.getName()));
                }
                positions.put(entry.getName(), new Position(content.count, (int) entry.getSize()));
                if (entry.getName().equals(BackupManifest.PATH)) {
                    manifest = Optional.of(BackupManifest.decode(tar.readAllBytes()));
                } else {
                    found.add(new BackupManifest.Entry(entry.getName(), entry.getSize(), digest(tar)));
                }
            }
            // The padding behind the last entry is authenticated as well.
            content.transferTo(OutputStream.nullOutputStream());
        }
        BackupManifest listed = manifest.orElseThrow(() -> new DamagedArchiveException("it has no manifest"));
        if (!listed.entries().equals(found)) {
            throw new DamagedArchiveException("its entries are not those of its manifest");
        }
        return new BackupReader(archive, listed, positions);
    }

    private static String digest(InputStream entry) throws IOException {
        MessageDigest digest = EntryWriter.sha256();
        new DigestInputStream(entry, digest).transferTo(OutputStream.nullOutputStream());
        return EntryWriter.hex(digest);
    }

    public ArchiveHeader header() {
        return archive.header();
    }

    public BackupManifest manifest() {
        return manifest;
    }

    public Path file() {
        return archive.file();
    }

    /** Returns the content of an entry; empty if there is none. */
    public Optional<byte[]> read(String path) {
        return Optional.ofNullable(positions.get(path)).map(this::read);
    }

    private byte[] read(Position position) {
        try {
            byte[] content = new byte[position.bytes()];
            archive.read(position.start(), ByteBuffer.wrap(content));
            return content;
        } catch (IOException e) {
            throw EncryptedArchive.unreadable(archive.file(), e);
        }
    }

    /** Receives pages of objects in the order of the backup. */
    @FunctionalInterface
    public interface PageVisitor {
        void page(ObjectPage page);
    }

    /** Visits all objects, with owners before what they own. */
    public void visit(KubernetesSerialization serialization, PageVisitor visitor) {
        visit(ObjectPage::isPage, serialization, visitor);
    }

    private void visit(Predicate<String> included, KubernetesSerialization serialization, PageVisitor visitor) {
        for (BackupManifest.Entry entry : manifest.entries()) {
            if (included.test(entry.path())) {
                byte[] content = read(positions.get(entry.path()));
                try {
                    visitor.page(ObjectPage.decode(serialization, content));
                } catch (IOException e) {
                    throw EncryptedArchive.unreadable(archive.file(), e);
                }
            }
        }
    }

    /** Returns the tenant clusters whose content the backup has. */
    public List<TenantContent> tenants() {
        List<TenantContent> tenants = new ArrayList<>();
        for (BackupManifest.Entry entry : manifest.entries()) {
            if (TenantContent.isContent(entry.path())) {
                try {
                    tenants.add(TenantContent.decode(read(positions.get(entry.path()))));
                } catch (IOException e) {
                    throw EncryptedArchive.unreadable(archive.file(), e);
                }
            }
        }
        return tenants;
    }

    /** Visits all objects of a tenant cluster, in the order in which they are restored. */
    public void visit(TenantContent tenant, KubernetesSerialization serialization, PageVisitor visitor) {
        visit(tenant, _ -> true, serialization, visitor);
    }

    /**
     * Visits objects of a tenant cluster.
     *
     * @param resources selects resources by name, such as {@code deployments.apps}; others are not decoded
     */
    public void visit(
            TenantContent tenant,
            Predicate<String> resources,
            KubernetesSerialization serialization,
            PageVisitor visitor) {
        String start = TenantContent.objects(tenant.tenant());
        visit(
                path -> path.startsWith(start)
                        && resources.test(TenantContent.resource(path.substring(start.length()))),
                serialization,
                visitor);
    }

    /** Visits the objects of a tenant cluster in its management cluster: the TenantCluster, addons and Secrets. */
    public void visitManagement(TenantContent tenant, KubernetesSerialization serialization, PageVisitor visitor) {
        visit(path -> path.startsWith(TenantContent.management(tenant.tenant())), serialization, visitor);
    }

    /** Returns the etcd snapshot; empty if the backup has none. */
    public Optional<SnapshotSource> etcd() {
        return manifest.etcd().map(StoredSnapshot::new);
    }

    @Override
    public void close() {
        archive.close();
    }

    private final class StoredSnapshot implements SnapshotSource {
        private final BackupManifest.Etcd etcd;

        StoredSnapshot(BackupManifest.Etcd etcd) {
            this.etcd = etcd;
        }

        @Override
        public long size() {
            return etcd.bytes();
        }

        @Override
        public void read(long start, ByteBuffer target) throws IOException {
            long from = start;
            int end = target.limit();
            while (target.position() < end) {
                Position part = positions.get(BackupManifest.Etcd.path((int) (from / etcd.partBytes())));
                int offset = (int) (from % etcd.partBytes());
                if (part == null || offset >= part.bytes()) {
                    throw new IOException("byte %d is beyond the end of the etcd snapshot".formatted(from));
                }
                int count = Math.min(end - target.position(), part.bytes() - offset);
                target.limit(target.position() + count);
                archive.read(part.start() + offset, target);
                target.limit(end);
                from += count;
            }
        }
    }

    /** Counts the bytes that were read. */
    private static final class CountedStream extends FilterInputStream {
        private long count;

        CountedStream(InputStream stream) {
            super(stream);
        }

        @Override
        public int read() throws IOException {
            int value = super.read();
            count += value < 0 ? 0 : 1;
            return value;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }

        @Override
        public long skip(long bytes) throws IOException {
            long skipped = super.skip(bytes);
            count += skipped;
            return skipped;
        }
    }
}
