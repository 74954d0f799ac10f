package dev.butlerlabs.core.embedded.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServerIdentityTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    @Test
    void signsTheServersCertificateForLoopbackOnly() throws Exception {
        ServerIdentity identity = ServerIdentity.in(Optional.empty(), NOW);
        X509Certificate certificate = identity.certificate();
        assertThat(certificate.getSubjectAlternativeNames())
                .extracting(name -> String.valueOf(name.get(1)))
                .containsExactlyInAnyOrder("localhost", "127.0.0.1", "0:0:0:0:0:0:0:1");
        assertThat(certificate.getBasicConstraints()).isEqualTo(-1);
        assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    }

    @Test
    void findsItselfAgainInItsDirectory(@TempDir Path directory) {
        ServerIdentity first = ServerIdentity.in(Optional.of(directory), NOW);
        ServerIdentity second = ServerIdentity.in(Optional.of(directory), NOW.plusSeconds(60));
        assertThat(second.kubeconfig("https://127.0.0.1:1")).isEqualTo(first.kubeconfig("https://127.0.0.1:1"));
    }

    @Test
    void closesItsDirectoryToOthersWhenItCreatesIt(@TempDir Path directory) throws Exception {
        Path identity = directory.resolve("engine/identity");
        ServerIdentity.in(Optional.of(identity), NOW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(identity)))
                .isEqualTo("rwx------");
    }

    @Test
    void closesADirectoryThatAnEarlierVersionLeftOpen(@TempDir Path directory) throws Exception {
        Path identity = directory.resolve("identity");
        ServerIdentity.in(Optional.of(identity), NOW);
        Files.setPosixFilePermissions(identity, PosixFilePermissions.fromString("rwxr-xr-x"));
        ServerIdentity.in(Optional.of(identity), NOW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(identity)))
                .isEqualTo("rwx------");
    }

    @Test
    void closesADirectoryThatExistedOpenBeforeTheFirstStart(@TempDir Path directory) throws Exception {
        Path identity = Files.createDirectory(directory.resolve("identity"));
        Files.setPosixFilePermissions(identity, PosixFilePermissions.fromString("rwxrwxrwx"));
        ServerIdentity.in(Optional.of(identity), NOW);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(identity)))
                .isEqualTo("rwx------");
    }

    @Test
    void acceptsItsOwnTokenAlone() {
        ServerIdentity identity = ServerIdentity.in(Optional.empty(), NOW);
        assertThat(identity.accepts("Bearer " + identity.token())).isTrue();
        assertThat(identity.accepts("Bearer " + identity.token() + "0")).isFalse();
        assertThat(identity.accepts(identity.token())).isFalse();
        assertThat(identity.accepts("")).isFalse();
    }

    @Test
    void keepsItsTokenOutOfItsText() {
        ServerIdentity identity = ServerIdentity.in(Optional.empty(), NOW);
        assertThat(identity.toString()).doesNotContain(identity.token());
    }
}
