package dev.butlerlabs.core.bootstrap.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.talos.secrets.SecretsGenerator;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Clock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class RehearsalKeyPoolTest {
    private static final VersionContract CONTRACT = VersionContract.parse("v1.13.0");
    private static final SecretsGenerator GENERATOR = new SecretsGenerator(new SecureRandom(), Clock.systemUTC());

    @TempDir
    private Path directory;

    private SecretsBundle make(int number) {
        return new RehearsalKeyPool(directory.resolve("keys"), _ -> number).make(GENERATOR, CONTRACT);
    }

    @Test
    void usesAKeyAgainButNoOtherSecret() throws IOException {
        SecretsBundle first = make(1);
        SecretsBundle second = make(1);
        Path file = directory.resolve("keys/service-account-1.key");

        assertThat(second.serviceAccountKey()).isEqualTo(first.serviceAccountKey());
        assertThat(second.clusterId()).isNotEqualTo(first.clusterId());
        assertThat(second.kubernetes()).isNotEqualTo(first.kubernetes());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }

    @Test
    void replacesADamagedKey() throws IOException {
        Path file = directory.resolve("keys/service-account-0.key");
        Files.createDirectories(file.getParent());
        Files.writeString(file, "-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----\n");

        SecretsBundle secrets = make(0);

        assertThat(SecretsGenerator.isServiceAccountKey(secrets.serviceAccountKey()))
                .isTrue();
        assertThat(file).hasContent(secrets.serviceAccountKey().strip());
    }

    @Test
    void worksWithoutAWritableDirectory() throws IOException {
        Files.writeString(directory.resolve("keys"), "not a directory");
        assertThat(SecretsGenerator.isServiceAccountKey(make(0).serviceAccountKey()))
                .isTrue();
    }
}
