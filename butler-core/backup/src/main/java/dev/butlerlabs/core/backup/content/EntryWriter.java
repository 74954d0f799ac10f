package dev.butlerlabs.core.backup.content;

import java.io.IOException;
import java.io.OutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/** Writes the entries of a backup and records their checksums. Thread-safe: entries are written one after the other. */
final class EntryWriter {
    private static final int ENTRY_MODE = 0100600;

    private final TarArchiveOutputStream tar;
    private final List<BackupManifest.Entry> entries = new ArrayList<>();

    EntryWriter(OutputStream target) {
        tar = new TarArchiveOutputStream(target);
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
    }

    void add(String path, byte[] content) throws IOException {
        add(path, content, content.length);
    }

    synchronized void add(String path, byte[] content, int length) throws IOException {
        put(path, content, length);
        MessageDigest digest = sha256();
        digest.update(content, 0, length);
        entries.add(new BackupManifest.Entry(path, length, hex(digest)));
    }

    private void put(String path, byte[] content, int length) throws IOException {
        TarArchiveEntry entry = new TarArchiveEntry(path);
        entry.setMode(ENTRY_MODE);
        entry.setIds(0, 0);
        entry.setModTime(0);
        entry.setSize(length);
        tar.putArchiveEntry(entry);
        tar.write(content, 0, length);
        tar.closeArchiveEntry();
    }

    synchronized List<BackupManifest.Entry> entries() {
        return List.copyOf(entries);
    }

    synchronized void finish(BackupManifest manifest) throws IOException {
        byte[] content = manifest.encode();
        put(BackupManifest.PATH, content, content.length);
        tar.finish();
        tar.flush();
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java runtime has SHA-256", e);
        }
    }

    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
