package dev.butlerlabs.core.kube;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KubeconfigTest {
    private static final String WORK = """
            apiVersion: v1
            kind: Config
            preferences: {colors: true}
            clusters:
            - name: east
              cluster:
                server: https://127.0.0.1:6443
                extensions: [{name: tool, extension: {answer: 42}}]
            users:
            - name: anna
              user: {token: "0123"}
            contexts:
            - name: anna@east
              context: {cluster: east, user: anna, namespace: yes-please}
            current-context: anna@east
            """;

    @Test
    void readsAndWritesWithoutLosingWhatItDoesNotKnow() {
        Kubeconfig read = Kubeconfig.parse(WORK, "work");
        Kubeconfig again = Kubeconfig.parse(read.toYaml(), "again");

        assertThat(again).isEqualTo(read);
        assertThat(again.toYaml()).contains("answer: 42", "colors: true", "\"0123\"");
        assertThat(read.server("anna@east")).contains("https://127.0.0.1:6443");
    }

    @Test
    void mergingKeepsTheCurrentContext() {
        Kubeconfig merged = Kubeconfig.parse(WORK, "work").merge(tenant("shop"));

        assertThat(merged.contexts()).containsExactly("anna@east", "shop");
        assertThat(merged.currentContext()).contains("anna@east");
    }

    @Test
    void aKubeconfigWithoutCurrentContextTakesTheOthers() {
        assertThat(Kubeconfig.empty().merge(tenant("shop")).currentContext()).contains("shop");
    }

    @Test
    void mergingAgainReplacesInPlaceAndNamesWhatItReplaced() {
        Kubeconfig before = Kubeconfig.parse(WORK, "work").merge(tenant("shop"));
        Kubeconfig renewed = Kubeconfig.of("shop", Map.of("server", "https://127.0.0.1:9999"), Map.of("token", "new"));

        assertThat(before.conflicts(tenant("shop"))).isEmpty();
        assertThat(before.conflicts(renewed)).containsExactly("shop");
        Kubeconfig merged = before.merge(renewed);
        assertThat(merged.contexts()).containsExactly("anna@east", "shop");
        assertThat(merged.server("shop")).contains("https://127.0.0.1:9999");
    }

    @Test
    void removingTheCurrentContextLeavesNoneCurrent() {
        Kubeconfig rest = Kubeconfig.parse(WORK, "work").merge(tenant("shop")).without("anna@east");

        assertThat(rest.currentContext()).isEmpty();
        assertThat(rest.contexts()).containsExactly("shop");
        assertThat(rest.clusters()).containsExactly("shop");
        assertThat(rest.users()).containsExactly("shop");
    }

    @Test
    void removingAContextKeepsTheClusterAnotherOneNeeds() {
        Kubeconfig two = Kubeconfig.parse(WORK, "work").merge(Kubeconfig.parse("""
                        contexts: [{name: bert@east, context: {cluster: east, user: bert}}]
                        users: [{name: bert, user: {}}]
                        """, "bert"));

        Kubeconfig rest = two.without("bert@east");

        assertThat(rest.clusters()).containsExactly("east");
        assertThat(rest.users()).containsExactly("anna");
        assertThat(rest.without("nobody")).isEqualTo(rest);
    }

    @Test
    void extractingRenamesClusterContextAndUser() {
        Kubeconfig extracted = Kubeconfig.parse(WORK, "work").extract("anna@east", "shop", "shop-admin");

        assertThat(extracted.contexts()).containsExactly("shop");
        assertThat(extracted.clusters()).containsExactly("shop");
        assertThat(extracted.users()).containsExactly("shop-admin");
        assertThat(extracted.currentContext()).contains("shop");
        assertThat(extracted.server("shop")).contains("https://127.0.0.1:6443");
        assertThat(extracted.holdsWholeContext("shop")).isTrue();
        assertThat(extracted.toYaml()).contains("namespace: \"yes-please\"");
    }

    @Test
    void anUnknownContextIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> Kubeconfig.parse(WORK, "work").withCurrentContext("west"))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.hint()).contains("anna@east"));
    }

    @Test
    void printsNamesButNoCredentials() {
        assertThat(Kubeconfig.parse(WORK, "work").toString())
                .isEqualTo("Kubeconfig[contexts=[anna@east], current=anna@east]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "just text",
                "[1, 2]",
                "kind: Secret",
                "clusters: everything",
                "clusters: [{cluster: {}}]",
                "users: [{name: 5}]",
                "current-context: [a]",
                "clusters: [unclosed",
                "token: {bad: : secret-value"
            })
    void refusesWhatIsNotAKubeconfigWithoutQuotingIt(String text) {
        assertThatThrownBy(() -> Kubeconfig.parse(text, "/some/file"))
                .isInstanceOfSatisfying(ButlerException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.UNREADABLE_FILE);
                    assertThat(e).hasMessageStartingWith("/some/file is not a kubeconfig");
                    assertThat(e).hasMessageNotContaining("secret-value").hasNoCause();
                });
    }

    @Test
    void anEmptyTextIsAnEmptyKubeconfig() {
        assertThat(Kubeconfig.parse(" \n", "empty")).isEqualTo(Kubeconfig.empty());
        assertThat(Kubeconfig.empty().currentContext()).isEqualTo(Optional.empty());
        assertThat(Kubeconfig.empty().contexts()).isEqualTo(List.of());
    }

    private static Kubeconfig tenant(String name) {
        return Kubeconfig.of(name, Map.of("server", "https://127.0.0.1:7443"), Map.of("token", "t-" + name));
    }

    @Test
    void theOnlyContextIsTheUsualOneWhenNoneIsCurrent() {
        Kubeconfig one = Kubeconfig.parse(WORK.replace("current-context: anna@east", ""), "work");

        assertThat(one.usualContext()).contains("anna@east");
        assertThat(one.merge(tenant("shop")).usualContext()).contains("shop");
        assertThat(Kubeconfig.empty().usualContext()).isEmpty();
    }

    @Test
    void anotherServerTouchesNothingElse() {
        Kubeconfig moved = Kubeconfig.parse(WORK, "work").withServer("anna@east", "https://127.0.0.1:1");

        assertThat(moved.server("anna@east")).contains("https://127.0.0.1:1");
        assertThat(moved.withServer("anna@east", "https://127.0.0.1:6443")).isEqualTo(Kubeconfig.parse(WORK, "work"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "client-certificate: a.crt",
                "client-key: a.key",
                "tokenFile: token",
                "exec: {command: login}",
                "auth-provider: {name: oidc}"
            })
    void whatCannotTravelIsNamed(String user) {
        Kubeconfig kubeconfig = Kubeconfig.parse(WORK.replace("token: \"0123\"", user), "work");

        assertThat(kubeconfig.localNeeds("anna@east")).containsExactly(user.substring(0, user.indexOf(':')));
        assertThat(Kubeconfig.parse(WORK, "work").localNeeds("anna@east")).isEmpty();
    }

    @Test
    void aServerThatIsNotVerifiedIsSeen() {
        String careless = WORK.replace(
                "server: https://127.0.0.1:6443",
                "server: https://127.0.0.1:6443\n    insecure-skip-tls-verify: true\n    certificate-authority: ca.pem");
        Kubeconfig kubeconfig = Kubeconfig.parse(careless, "work");

        assertThat(kubeconfig.skipsVerification("anna@east")).isTrue();
        assertThat(kubeconfig.localNeeds("anna@east")).containsExactly("certificate-authority");
        assertThat(Kubeconfig.parse(careless.replace("true\n    cert", "false\n    cert"), "work")
                        .skipsVerification("anna@east"))
                .isFalse();
    }
}
