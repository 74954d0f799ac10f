package dev.butlerlabs.core.embedded.identity;

import dev.butlerlabs.core.pem.PemBlock;
import dev.butlerlabs.core.pem.PemFormatException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateEncodingException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Optional;
import java.util.Set;

/**
 * Stores an identity in a directory, in files that only their owner can read. The token is written last: its presence means that the
 * identity is complete.
 */
final class IdentityFiles {
    private static final String AUTHORITY = "ca.crt";
    private static final String CERTIFICATE = "server.crt";
    private static final String KEY = "server.key";
    private static final String TOKEN = "token";

    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rwx------");

    private final Path directory;

    IdentityFiles(Path directory) {
        this.directory = directory;
    }

    Optional<ServerIdentity> read() throws IOException, GeneralSecurityException {
        if (!Files.exists(directory.resolve(TOKEN))) {
            return Optional.empty();
        }
        closeToOthers();
        PrivateKey key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(content(KEY)));
        return Optional.of(new ServerIdentity(
                certificate(AUTHORITY),
                certificate(CERTIFICATE),
                key,
                text(TOKEN).strip()));
    }

    void write(ServerIdentity identity) throws IOException {
        createPrivateDirectory();
        write(AUTHORITY, identity.authorityPem());
        write(CERTIFICATE, new PemBlock(PemBlock.CERTIFICATE, encoded(identity.certificate())).text());
        write(KEY, new PemBlock("PRIVATE KEY", identity.key().getEncoded()).text());
        write(TOKEN, identity.token() + "\n");
    }

    /** Creates the directory with its final permissions, which the umask cannot widen, so that it is never accessible to other users. */
    private void createPrivateDirectory() throws IOException {
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory.toAbsolutePath().getParent());
            Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        }
        closeToOthers();
    }

    /** Removes the permissions that earlier versions left to other users. */
    private void closeToOthers() throws IOException {
        if (!Files.getPosixFilePermissions(directory).equals(OWNER_ONLY)) {
            Files.setPosixFilePermissions(directory, OWNER_ONLY);
        }
    }

    static byte[] encoded(X509Certificate certificate) {
        try {
            return certificate.getEncoded();
        } catch (CertificateEncodingException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    private X509Certificate certificate(String file) throws IOException, GeneralSecurityException {
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(content(file)));
    }

    private byte[] content(String file) throws IOException {
        try {
            return PemBlock.parseFirst(text(file)).content();
        } catch (PemFormatException e) {
            throw new IOException("%s %s".formatted(directory.resolve(file), e.getMessage()), e);
        }
    }

    private String text(String file) throws IOException {
        return Files.readString(directory.resolve(file), StandardCharsets.US_ASCII);
    }

    /** Writes a file atomically; it is never readable by other users. */
    private void write(String file, String content) throws IOException {
        Path temporary = directory.resolve(file + ".new");
        Files.deleteIfExists(temporary);
        try (FileChannel channel = FileChannel.open(
                temporary,
                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")))) {
            ByteBuffer bytes = ByteBuffer.wrap(content.getBytes(StandardCharsets.US_ASCII));
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(temporary, directory.resolve(file), StandardCopyOption.ATOMIC_MOVE);
    }
}
