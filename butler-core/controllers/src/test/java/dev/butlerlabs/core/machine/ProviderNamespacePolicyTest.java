package dev.butlerlabs.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.boundary.PolicyViolation;
import dev.butlerlabs.core.provider.InfrastructureProvider;
import dev.butlerlabs.core.provider.local.LocalProvider;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ProviderNamespacePolicyTest {
    private static Optional<PolicyViolation> check(InfrastructureProvider provider, String namespace) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(new ObjectMetaBuilder()
                .withName("rack")
                .withNamespace(namespace)
                .build());
        return ProviderNamespacePolicy.check(provider, config);
    }

    @Test
    void permitsTheProviderLocalInThePlatformNamespaceOnly() {
        assertTrue(check(new LocalProvider(), "butler-system").isEmpty());
        PolicyViolation refusal = check(new LocalProvider(), "team-a").orElseThrow();
        assertEquals("ProviderNotPermitted", refusal.reason());
        assertEquals(
                "Provider local can be used only by ProviderConfigs of namespace \"butler-system\", because it connects without credentials;"
                        + " ProviderConfig rack is in namespace \"team-a\".",
                refusal.message());
    }

    @Test
    void permitsProvidersWithCredentialsEverywhere() {
        assertTrue(check(new MemoryProvider("memory"), "team-a").isEmpty());
    }
}
