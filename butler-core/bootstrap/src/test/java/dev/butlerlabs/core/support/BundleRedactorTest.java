package dev.butlerlabs.core.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class BundleRedactorTest {
    private static final BundleRedactor UNAWARE = BundleRedactor.unaware();

    @Test
    void removesKnownSecretsAndTheirEncodedForm() {
        BundleRedactor redactor = BundleRedactor.of(List.of("hunter2hunter2"));
        String encoded = Base64.getEncoder().encodeToString("hunter2hunter2".getBytes(StandardCharsets.UTF_8));

        assertThat(redactor.text("user admin with hunter2hunter2 or " + encoded))
                .isEqualTo("user admin with (hidden) or (hidden)");
    }

    @Test
    void keepsShortValuesThatCouldBeCommonWords() {
        assertThat(BundleRedactor.of(List.of("true", "admin")).text("admin is true"))
                .isEqualTo("admin is true");
    }

    @Test
    void removesTheKeysOfAStoredFile() {
        BundleRedactor redactor =
                BundleRedactor.of(List.of("cluster:\n  secret: Zx81Kk9qLm2Pv7Rt4Wb6Yn3c\n  id: demo\n"));

        assertThat(redactor.text("etcd: found Zx81Kk9qLm2Pv7Rt4Wb6Yn3c of demo"))
                .isEqualTo("etcd: found (hidden) of demo");
    }

    @Test
    void removesKeysAndTokensByTheirForm() {
        String pem = "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEE\n-----END EC PRIVATE KEY-----";
        String token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJtZSJ9.c2lnbmF0dXJl";

        assertThat(UNAWARE.text("a " + pem + " b")).isEqualTo("a (hidden) b");
        assertThat(UNAWARE.text("got " + token)).isEqualTo("got (hidden)");
        assertThat(UNAWARE.text("join with abcdef.0123456789abcdef now")).isEqualTo("join with (hidden) now");
        assertThat(UNAWARE.text("Authorization: Bearer x1y2z3")).isEqualTo("Authorization: Bearer (hidden)");
        assertThat(UNAWARE.text("--password=x1y2z3 --name=web")).isEqualTo("--password=(hidden) --name=web");
        assertThat(UNAWARE.text("{\"token\": \"x1y2z3\"}")).isEqualTo("{\"token\": \"(hidden)\"}");
        assertThat(UNAWARE.text("https://me:x1y2z3@git.example/a")).isEqualTo("https://me:(hidden)@git.example/a");
        assertThat(UNAWARE.text("client-key-data: TUhjQ0FRRUU=")).isEqualTo("client-key-data: (hidden)");
        assertThat(UNAWARE.text("ca " + "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0t".repeat(3)))
                .isEqualTo("ca (hidden)");
    }

    /** A block that a limit of lines has cut is still a key. */
    @Test
    void removesAKeyWithoutAnEnd() {
        assertThat(UNAWARE.text("x -----BEGIN RSA PRIVATE KEY-----\nMHcCAQEE")).isEqualTo("x (hidden)");
    }

    @Test
    void keepsDigestsPathsAndVersions() {
        String text = "image ghcr.io/siderolabs/installer@sha256:" + "0a1b".repeat(16)
                + " in /etc/kubernetes/manifests/kube-apiserver.yaml, Talos v1.14.1, uid 898bd38b-688c-419b-8f2f-3b887060e497";

        assertThat(UNAWARE.text(text)).isEqualTo(text);
    }

    @Test
    void removesFieldsWithMachineConfigurationAndCredentials() {
        Object clean = UNAWARE.tree(Map.of(
                "userData",
                "machine: {}",
                "clientSecret",
                "x1y2z3",
                "credentialsRef",
                Map.of("name", "rack-one"),
                "secretName",
                "rack-one",
                "data",
                Map.of("any", "thing"),
                "env",
                List.of(Map.of("name", "LEVEL", "value", "x1"), Map.of("name", "DB_PASSWORD", "value", "x2"))));

        assertThat(clean)
                .isEqualTo(Map.of(
                        "userData", "(hidden)",
                        "clientSecret", "(hidden)",
                        "credentialsRef", Map.of("name", "rack-one"),
                        "secretName", "rack-one",
                        "data", "(hidden)",
                        "env",
                                List.of(
                                        Map.of("name", "LEVEL", "value", "(hidden)"),
                                        Map.of("name", "DB_PASSWORD", "value", "(hidden)"))));
    }
}
