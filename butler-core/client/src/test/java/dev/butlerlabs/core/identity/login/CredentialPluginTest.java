package dev.butlerlabs.core.identity.login;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.butlerlabs.core.kube.Kubeconfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CredentialPluginTest {
    private static final Map<String, Object> CLUSTER = Map.of("server", "https://10.0.0.1:6443");

    @ParameterizedTest
    @ValueSource(strings = {"", "/srv/butler"})
    void findsThePluginThatItWrote(String home) {
        CredentialPlugin plugin = new CredentialPlugin(
                "https://sso.example.com", "butler", Optional.of(home).filter(text -> !text.isEmpty()));
        Kubeconfig written =
                Kubeconfig.parse(Kubeconfig.of("prod", CLUSTER, plugin.user()).toYaml(), "test");

        assertEquals(Optional.of(plugin), CredentialPlugin.of(written, "prod"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{token: x}",
                "{exec: {command: kubelogin, args: [credential, --issuer, a, --client-id, b]}}",
                "{exec: {command: butlerctl, args: [whoami, --issuer, a, --client-id, b]}}",
                "{exec: {command: butlerctl, args: [credential, --issuer]}}",
                "{exec: {command: butlerctl}}",
                "{exec: text}",
            })
    void ignoresOtherCredentials(String user) {
        Kubeconfig other = Kubeconfig.parse("""
                clusters: [{name: a, cluster: {server: "https://10.0.0.1"}}]
                users: [{name: a, user: %s}]
                contexts: [{name: a, context: {cluster: a, user: a}}]
                """.formatted(user), "test");

        assertEquals(Optional.empty(), CredentialPlugin.of(other, "a"));
        assertEquals(Optional.empty(), CredentialPlugin.of(other, "absent"));
    }

    @Test
    void findsAPluginWithAPath() {
        Kubeconfig own = Kubeconfig.of(
                "a",
                CLUSTER,
                Map.of(
                        "exec",
                        Map.of(
                                "command",
                                "/opt/butler/bin/butlerctl",
                                "args",
                                List.of("credential", "--client-id", "b", "--issuer", "i"))));

        assertEquals(Optional.of(new CredentialPlugin("i", "b", Optional.empty())), CredentialPlugin.of(own, "a"));
    }
}
