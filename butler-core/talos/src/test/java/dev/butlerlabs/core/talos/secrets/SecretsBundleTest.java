package dev.butlerlabs.core.talos.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.talos.testing.FreshSecrets;
import dev.butlerlabs.core.talos.testing.TalosOracles;
import dev.butlerlabs.core.version.VersionContract;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

class SecretsBundleTest {
    private static final SecretsBundle FRESH = FreshSecrets.generate(VersionContract.parse("v1.13"));

    @Test
    void readsAndWritesTheFileOfTalosByteForByte() {
        String text = TalosOracles.text(TalosOracles.folder("generate").resolve("secrets.yaml"));
        String withoutComment = text.substring(text.indexOf("cluster:"));
        assertThat(SecretsBundle.parse("secrets.yaml", text).yaml()).isEqualTo(withoutComment);
    }

    @Test
    void readsBackWhatItWrites() {
        assertThat(SecretsBundle.parse("secrets.yaml", FRESH.yaml())).isEqualTo(FRESH);
    }

    @Test
    void givesEverySecretTheFormThatTalosExpects() {
        assertThat(FRESH.bootstrapToken()).matches("[a-z0-9]{6}\\.[a-z0-9]{16}");
        assertThat(FRESH.trustdToken()).matches("[a-z0-9]{6}\\.[a-z0-9]{16}");
        assertThat(Base64.getUrlDecoder().decode(FRESH.clusterId())).hasSize(32);
        assertThat(Base64.getDecoder().decode(FRESH.clusterSecret())).hasSize(32);
        assertThat(FRESH.encryption()).isInstanceOf(EncryptionSecret.Secretbox.class);
        assertThat(Base64.getDecoder().decode(FRESH.encryption().value())).hasSize(32);
        assertThat(FRESH.os().key()).startsWith("-----BEGIN ED25519 PRIVATE KEY-----\n");
        assertThat(FRESH.etcd().key()).startsWith("-----BEGIN EC PRIVATE KEY-----\n");
        assertThat(FRESH.serviceAccountKey()).startsWith("-----BEGIN RSA PRIVATE KEY-----\n");
    }

    @Test
    void neverShowsItself() {
        assertThat(FRESH.toString() + FRESH.os() + FRESH.encryption())
                .doesNotContain(
                        "BEGIN", FRESH.bootstrapToken(), FRESH.encryption().value());
    }

    @Test
    void tellsEverythingWrongAtOnceWithoutShowingSecrets() {
        String key = base64(FRESH.etcd().key());
        String text = FRESH.yaml()
                .replace(
                        base64(FRESH.os().certificate()),
                        base64(FRESH.os().certificate().substring(0, 200)))
                .replace("bootstraptoken: " + FRESH.bootstrapToken(), "bootstraptoken: abc")
                .replace(key, base64(FRESH.kubernetes().key()));
        ButlerException failure =
                catchThrowableOfType(ButlerException.class, () -> SecretsBundle.parse("secrets.yaml", text));
        assertThat(failure.kind()).isEqualTo(ErrorKind.INVALID);
        assertThat(failure.problems())
                .extracting(Object::toString)
                .containsExactly(
                        "secrets.bootstraptoken: must have the format abcdef.0123456789abcdef",
                        "certs.etcd: the key does not match the certificate",
                        "certs.os.crt: is a truncated or damaged PEM block");
        assertThat(failure.getMessage()).isEqualTo("secrets.yaml is not a valid secrets bundle.");
    }

    @Test
    void refusesUnknownAndMissingKeys() {
        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> SecretsBundle.parse(
                        "s.yaml", FRESH.yaml().replace("    k8s:\n", "    kubernetes:\n") + "more: 1\n"));
        assertThat(failure.problems())
                .extracting(Object::toString)
                .containsExactlyInAnyOrder(
                        "more: is not a known key",
                        "certs.kubernetes: is not a known key",
                        "certs.k8s.crt: is missing",
                        "certs.k8s.key: is missing");
    }

    @Test
    void refusesAnAuthorityThatHasExpired() {
        Clock later = Clock.offset(Clock.systemUTC(), java.time.Duration.ofDays(4000));
        ButlerException failure = catchThrowableOfType(
                ButlerException.class,
                () -> new ClientFilesGenerator(new SecureRandom(), later).talosClient(FRESH, List.of("os:admin")));
        assertThat(failure.problems().getFirst().toString()).startsWith("certs.os: is a CA that expired on 20");
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
