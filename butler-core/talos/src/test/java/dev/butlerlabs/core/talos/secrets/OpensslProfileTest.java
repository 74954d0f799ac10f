package dev.butlerlabs.core.talos.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.testing.FreshSecrets;
import dev.butlerlabs.core.version.VersionContract;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every certificate as an independent program sees it. */
@Tag("process")
class OpensslProfileTest {
    private static final SecretsBundle SECRETS = FreshSecrets.generate(VersionContract.NEWEST);
    private static final ClientFilesGenerator CLIENTS = new ClientFilesGenerator(new SecureRandom(), Clock.systemUTC());

    @TempDir
    private Path folder;

    @BeforeAll
    static void needsOpenssl() {
        try {
            Assumptions.assumeTrue(
                    new ProcessBuilder("openssl", "version").start().waitFor() == 0, "no openssl here");
        } catch (IOException | InterruptedException e) {
            Assumptions.abort("no openssl here");
        }
    }

    @Test
    void authoritiesHaveTheProfileOfTalos() throws Exception {
        checkAuthority("etcd", SECRETS.etcd(), "O = etcd", "ecdsa-with-SHA256");
        checkAuthority("k8s", SECRETS.kubernetes(), "O = kubernetes", "ecdsa-with-SHA256");
        checkAuthority("aggregator", SECRETS.aggregator(), "CN = front-proxy", "ecdsa-with-SHA256");
        checkAuthority("os", SECRETS.os(), "O = talos", "ED25519");
    }

    private void checkAuthority(String name, CertificateAndKey pair, String subject, String algorithm)
            throws Exception {
        Path certificate = write(name + ".crt", pair.certificate());
        String text = openssl("x509", "-in", certificate.toString(), "-noout", "-text");
        assertThat(text)
                .contains("Version: 3", "Issuer: " + subject + "\n", "Subject: " + subject + "\n")
                .contains("Signature Algorithm: " + algorithm)
                .containsPattern("Key Usage: critical\\s+Digital Signature, Certificate Sign\\s")
                .containsPattern(
                        "Extended Key Usage: *\\n\\s+TLS Web Server Authentication, TLS Web Client Authentication\\n")
                .containsPattern("Basic Constraints: critical\\s+CA:TRUE\\n")
                .contains("X509v3 Subject Key Identifier")
                .doesNotContain("Authority Key Identifier", "Subject Alternative Name", "pathlen");
        assertThat(validity(text)).isEqualTo(Duration.ofDays(3_650));
        assertThat(openssl("verify", "-CAfile", certificate.toString(), certificate.toString()))
                .contains(": OK");
        assertKeyBelongs(name, pair);
    }

    @Test
    void clientsHaveTheProfileOfTalos() throws Exception {
        CertificateAndKey admin = CLIENTS.talosClient(SECRETS, List.of("os:reader", "os:admin"));
        String text = checkClient("admin", admin, SECRETS.os());
        assertThat(text)
                .contains("Issuer: O = talos\n", "Subject: O = os:admin + O = os:reader\n", "ED25519")
                .containsPattern("Key Usage: critical\\s+Digital Signature\\n");

        CertificateAndKey kubernetes = CLIENTS.kubernetesAdministrator(SECRETS);
        text = checkClient("kubernetes-admin", kubernetes, SECRETS.kubernetes());
        assertThat(text)
                .contains("Issuer: O = kubernetes\n", "Subject: O = system:masters, CN = admin\n", "ecdsa-with-SHA256")
                .containsPattern("Key Usage: critical\\s+Digital Signature, Key Encipherment\\n");
    }

    private String checkClient(String name, CertificateAndKey pair, CertificateAndKey authority) throws Exception {
        Path certificate = write(name + ".crt", pair.certificate());
        Path trusted = write(name + "-ca.crt", authority.certificate());
        String text = openssl("x509", "-in", certificate.toString(), "-noout", "-text");
        assertThat(text)
                .containsPattern("Extended Key Usage: *\\n\\s+TLS Web Client Authentication\\n")
                .contains("X509v3 Authority Key Identifier")
                .doesNotContain("Basic Constraints", "Subject Alternative Name");
        assertThat(validity(text)).isEqualTo(Duration.ofDays(365));
        assertThat(openssl("verify", "-CAfile", trusted.toString(), "-purpose", "sslclient", certificate.toString()))
                .contains(": OK");
        assertKeyBelongs(name, pair);
        return text;
    }

    @Test
    void theKeyOfServiceAccountsIsSound() throws Exception {
        Path key = write("sa.key", SECRETS.serviceAccountKey());
        assertThat(openssl("rsa", "-in", key.toString(), "-check", "-noout")).contains("RSA key ok");
        assertThat(openssl("rsa", "-in", key.toString(), "-text", "-noout")).contains("4096 bit");
    }

    private void assertKeyBelongs(String name, CertificateAndKey pair) throws Exception {
        // openssl does not know the label that Talos gives to Ed25519 keys.
        Path key = write(name + ".key", pair.key().replace("ED25519 PRIVATE", "PRIVATE"));
        String ofKey = openssl("pkey", "-in", key.toString(), "-pubout");
        String ofCertificate =
                openssl("x509", "-in", folder.resolve(name + ".crt").toString(), "-noout", "-pubkey");
        assertThat(ofKey).isEqualTo(ofCertificate);
    }

    private static Duration validity(String text) {
        Instant from = date(text, "Not Before: (.*)");
        Instant to = date(text, "Not After : (.*)");
        assertThat(from).isBetween(Instant.now().minusSeconds(900), Instant.now());
        return Duration.between(from, to);
    }

    private static Instant date(String text, String pattern) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).isTrue();
        DateTimeFormatter form = DateTimeFormatter.ofPattern("MMM d HH:mm:ss yyyy z", Locale.ENGLISH);
        return ZonedDateTime.parse(matcher.group(1).strip().replaceAll(" +", " "), form)
                .toInstant();
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private static String openssl(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of("openssl"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        return output;
    }
}
