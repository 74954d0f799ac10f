package dev.butlerlabs.packages;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Date;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.Deflater;
import org.apache.commons.compress.archivers.ar.ArArchiveEntry;
import org.apache.commons.compress.archivers.ar.ArArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorOutputStream;
import org.apache.commons.compress.compressors.gzip.GzipParameters;

/** Writes Debian packages (deb(5), format 2.0). The same files and description give the same bytes. */
final class DebPackageWriter {
    private static final int DIRECTORY = 0755;
    private static final int PLAIN = 0644;
    private static final int MEMBER = 0100644;
    private static final int KIBIBYTE = 1024;

    private final PackageSpec spec;
    private final List<PackageFile> files;

    DebPackageWriter(PackageSpec spec, List<PackageFile> files) {
        this.spec = spec;
        this.files = List.copyOf(files);
    }

    void write(Path target) throws IOException {
        byte[] data = data();
        byte[] control = control();
        try (OutputStream bytes = Files.newOutputStream(target);
                ArArchiveOutputStream members = new ArArchiveOutputStream(bytes)) {
            add(members, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
            add(members, "control.tar.gz", control);
            add(members, "data.tar.gz", data);
        }
    }

    private void add(ArArchiveOutputStream members, String name, byte[] content) throws IOException {
        members.putArchiveEntry(new ArArchiveEntry(
                name, content.length, 0, 0, MEMBER, spec.created().getEpochSecond()));
        members.write(content);
        members.closeArchiveEntry();
    }

    private byte[] control() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream entries = tar(bytes)) {
            addDirectory(entries, "./");
            add(entries, "./control", PLAIN, fields().getBytes(StandardCharsets.UTF_8));
            add(entries, "./md5sums", PLAIN, checksums().getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    private String fields() throws IOException {
        long size = 0;
        for (PackageFile file : files) {
            size += (file.content().length + KIBIBYTE - 1) / KIBIBYTE;
        }
        String requirements =
                spec.requirements().isEmpty() ? "" : "Depends: %s\n".formatted(String.join(", ", spec.requirements()));
        return """
                Package: %s
                Version: %s
                Architecture: %s
                Maintainer: %s
                Installed-Size: %d
                %sSection: admin
                Priority: optional
                Description: %s
                 %s
                """.formatted(
                        PackageSpec.NAME,
                        spec.packageVersion(),
                        spec.architecture(),
                        spec.maintainer(),
                        size,
                        requirements,
                        PackageSpec.SUMMARY,
                        PackageSpec.DESCRIPTION);
    }

    /** dpkg --verify compares installed files with these checksums, which must be MD5. */
    private String checksums() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (PackageFile file : files) {
            lines.append(HexFormat.of().formatHex(md5().digest(file.content())))
                    .append("  ")
                    .append(file.target().substring(1))
                    .append('\n');
        }
        return lines.toString();
    }

    private static MessageDigest md5() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private byte[] data() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (TarArchiveOutputStream entries = tar(bytes)) {
            for (String directory : directories()) {
                addDirectory(entries, directory);
            }
            for (PackageFile file : files) {
                add(entries, "." + file.target(), file.mode(), file.content());
            }
        }
        return bytes.toByteArray();
    }

    /** Returns all parent directories, parents first. */
    private Set<String> directories() {
        Set<String> directories = new TreeSet<>();
        for (PackageFile file : files) {
            for (int slash = file.target().indexOf('/');
                    slash >= 0;
                    slash = file.target().indexOf('/', slash + 1)) {
                directories.add("." + file.target().substring(0, slash + 1));
            }
        }
        return directories;
    }

    private TarArchiveOutputStream tar(OutputStream bytes) throws IOException {
        GzipParameters parameters = new GzipParameters();
        parameters.setCompressionLevel(Deflater.BEST_COMPRESSION);
        return new TarArchiveOutputStream(
                new GzipCompressorOutputStream(bytes, parameters), StandardCharsets.UTF_8.name());
    }

    private void addDirectory(TarArchiveOutputStream entries, String name) throws IOException {
        TarArchiveEntry entry = entry(name, DIRECTORY);
        entries.putArchiveEntry(entry);
        entries.closeArchiveEntry();
    }

    private void add(TarArchiveOutputStream entries, String name, int mode, byte[] content) throws IOException {
        TarArchiveEntry entry = entry(name, mode);
        entry.setSize(content.length);
        entries.putArchiveEntry(entry);
        entries.write(content);
        entries.closeArchiveEntry();
    }

    private TarArchiveEntry entry(String name, int mode) {
        TarArchiveEntry entry = new TarArchiveEntry(name);
        entry.setMode(mode);
        entry.setIds(0, 0);
        entry.setNames("root", "root");
        entry.setModTime(Date.from(spec.created()));
        return entry;
    }
}
