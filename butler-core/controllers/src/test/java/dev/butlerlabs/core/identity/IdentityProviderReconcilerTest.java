package dev.butlerlabs.core.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.IdentityProvider;
import dev.butlerlabs.core.api.IdentityProviderSpec;
import dev.butlerlabs.core.api.IdentityProviderSpec.Oidc;
import dev.butlerlabs.core.api.IdentityProviderSpecBuilder;
import dev.butlerlabs.core.api.IdentityProviderSpecOidcBuilder;
import dev.butlerlabs.core.api.IdentityProviderStatus;
import dev.butlerlabs.core.api.IdentityProviderStatus.Phase;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.identity.oidc.OidcClient;
import dev.butlerlabs.core.identity.oidc.OidcProviderReader;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.core.reconcile.ReconcileOutcome;
import dev.butlerlabs.core.reconcile.Steps;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.net.URI;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class IdentityProviderReconcilerTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");
    private static final String ISSUER = "https://login.example.com";
    private static final String SECRET = "c3VwZXJzZWNyZXQ=";

    private final Map<String, String> pages = new HashMap<>();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(new SteppedClock(), new EffectLog(), List.of());
    private final IdentityProviderReconciler reconciler =
            new IdentityProviderReconciler(api.client(), _ -> new OidcProviderReader(this::respond));

    private OidcClient.Response respond(URI address) {
        return Optional.ofNullable(pages.get(address.toString()))
                .map(page -> new OidcClient.Response(200, page))
                .orElseThrow(() -> new ButlerException(ErrorCode.UNREACHABLE, "Cannot connect to " + address + "."));
    }

    @BeforeEach
    void prepare() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-system")
                        .endMetadata()
                        .build())
                .create();
        pages.put(ISSUER + "/.well-known/openid-configuration", """
                {"issuer": "%s", "authorization_endpoint": "%s/auth", "token_endpoint": "%s/token", "jwks_uri": "%s/keys"}
                """.formatted(ISSUER, ISSUER, ISSUER, ISSUER));
        pages.put(ISSUER + "/keys", """
                {"keys": [{"kty": "EC", "crv": "P-256", "x": "AQ", "y": "AQ"}]}
                """);
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void secret(String key) {
        api.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("oidc")
                        .endMetadata()
                        .withData(Map.of(key, SECRET))
                        .build())
                .create();
    }

    private static IdentityProvider provider(Oidc oidc) {
        IdentityProvider provider = new IdentityProvider();
        provider.setMetadata(new ObjectMetaBuilder().withName("corporate").build());
        provider.setSpec(IdentityProviderSpecBuilder.builder()
                .type(IdentityProviderSpec.Type.OIDC)
                .oidc(oidc)
                .build());
        return provider;
    }

    private static IdentityProvider provider() {
        return provider(IdentityProviderSpecOidcBuilder.builder()
                .issuerURL(ISSUER)
                .clientID("butler")
                .clientSecretRef(new SecretReference("oidc", null, null))
                .redirectURL("http://127.0.0.1/callback")
                .build());
    }

    private IdentityProviderStatus status(IdentityProvider provider, Instant now) {
        IdentityProviderReconcileContext scope = reconciler.scope(provider);
        ReconcileOutcome outcome = new Steps<>(reconciler.steps()).run(scope, reconciler.conditions(provider), 1, now);
        return reconciler.status(provider, scope, outcome);
    }

    private IdentityProviderStatus status() {
        return status(provider(), NOW);
    }

    @Test
    void isReadyWithItsEndpoints() {
        secret("client-secret");

        IdentityProviderStatus status = status();
        assertEquals(Phase.READY, status.phase());
        assertEquals(ISSUER + "/token", status.discoveredEndpoints().tokenEndpoint());
        assertEquals(NOW, status.lastValidatedTime());
        for (String type : List.of("SecretValid", "Discovered", "KeysValid", "Ready")) {
            assertTrue(ConditionEditor.isTrue(status.conditions(), type), type);
        }
        assertFalse(status.toString().contains(SECRET));
    }

    @Test
    void failsWithoutItsSecretOrWithAnotherKey() {
        assertEquals("Secret butler-system/oidc does not exist.", status().message());

        secret("other");
        IdentityProviderStatus status = status();
        assertEquals(Phase.FAILED, status.phase());
        assertEquals("Secret butler-system/oidc has no content under key \"client-secret\".", status.message());
    }

    @Test
    void failsWithTheProblemsOfTheDocument() {
        secret("client-secret");
        pages.put(ISSUER + "/.well-known/openid-configuration", "{\"issuer\": \"https://evil.example.com\"}");

        IdentityProviderStatus status = status();
        assertEquals(
                "DiscoveryFailed",
                ConditionEditor.find(status.conditions(), "Discovered")
                        .orElseThrow()
                        .getReason());
        assertTrue(status.message().contains("issuer: is \"https://evil.example.com\", not \"" + ISSUER + "\""));
        assertTrue(status.message().contains("token_endpoint: is missing"));
    }

    @Test
    void failsWhileItIsUnreachableAndKeepsItsEndpoints() {
        secret("client-secret");
        IdentityProvider provider = provider();
        provider.setStatus(status());
        pages.clear();

        IdentityProviderStatus status = status(provider, NOW.plusSeconds(60));
        assertEquals(Phase.FAILED, status.phase());
        assertEquals(
                "ProviderUnreachable",
                ConditionEditor.find(status.conditions(), "Discovered")
                        .orElseThrow()
                        .getReason());
        assertEquals(ISSUER + "/token", status.discoveredEndpoints().tokenEndpoint());
        assertEquals(NOW, status.lastValidatedTime(), "the time of the last success");
    }

    @Test
    void failsWithoutKeys() {
        secret("client-secret");
        pages.put(ISSUER + "/keys", "{\"keys\": []}");

        assertEquals(
                "KeysInvalid",
                ConditionEditor.find(status().conditions(), "KeysValid")
                        .orElseThrow()
                        .getReason());
    }

    @Test
    void doesNotWriteTheTimeOfEveryCheck() {
        secret("client-secret");
        IdentityProvider provider = provider();
        provider.setStatus(status());

        assertEquals(NOW, status(provider, NOW.plusSeconds(600)).lastValidatedTime());
        Instant later = NOW.plusSeconds(3700);
        assertEquals(later, status(provider, later).lastValidatedTime());
    }

    @Test
    void failsWithoutSettings() {
        assertEquals("Specify spec.oidc.", status(provider(null), NOW).message());
    }
}
