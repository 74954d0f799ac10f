package dev.butlerlabs.core.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.provider.testing.MemoryProvider;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ProviderConnectionCacheTest {
    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final MemoryProvider provider = new MemoryProvider("memory");
    private final MachineOptions options = MachineOptions.standard();
    private final ProviderConnectionCache cache = new ProviderConnectionCache(
            new ProviderConfigReader(api.client()), new ProviderRegistry(List.of(provider)), options, clock);

    @AfterEach
    void close() {
        api.close();
    }

    private ProviderConfig config(String name, String providerName) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace("default").withName(name).build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider(providerName)
                .credentialsRef(new SecretReference("token", null, null))
                .build());
        return api.client().resource(config).create();
    }

    private Secret token(String value) {
        return api.client()
                .resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("token")
                        .endMetadata()
                        .withStringData(Map.of(MemoryProvider.TOKEN, value))
                        .build())
                .createOr(present -> present.update());
    }

    private static ObjectName name(String config) {
        ProviderConfig named = new ProviderConfig();
        named.setMetadata(new ObjectMetaBuilder()
                .withNamespace("default")
                .withName(config)
                .build());
        return ObjectName.from(named);
    }

    private ConnectionResult open() {
        return cache.open(name("rack"));
    }

    private ProviderConnection session() {
        return assertInstanceOf(ConnectionResult.Open.class, open()).session();
    }

    private void passSettingsAge() {
        clock.pass(options.settingsAge().toSeconds() + 1);
    }

    @Test
    void connectsOnceWithTheCredentials() {
        config("rack", "memory");
        token("one");

        assertSame(session(), session());
        assertEquals(List.of("one"), provider.opened());
    }

    @Test
    void reportsAMissingProviderConfig() {
        ConnectionResult.Unknown unknown = assertInstanceOf(ConnectionResult.Unknown.class, open());

        assertEquals("ProviderConfigMissing", unknown.reason());
        assertEquals("ProviderConfig default/rack not found. Waiting for it to be created.", unknown.message());
    }

    @Test
    void reportsAnUnreadableProviderConfig() {
        api.reject("GET /apis/butler.butlerlabs.dev", 403, "Forbidden");

        assertEquals(
                "ProviderConfigUnreadable",
                assertInstanceOf(ConnectionResult.Unknown.class, open()).reason());
    }

    @Test
    void reportsMissingCredentials() {
        config("rack", "memory");

        ConnectionResult.Unusable unusable = assertInstanceOf(ConnectionResult.Unusable.class, open());
        assertEquals("CredentialsMissing", unusable.reason());
        assertEquals(
                "Waiting for Secret default/token with the credentials of ProviderConfig default/rack.",
                unusable.message());
    }

    @Test
    void reportsUnreadableCredentials() {
        config("rack", "memory");
        api.reject("GET /api/v1/namespaces/default/secrets", 403, "Forbidden");

        assertEquals(
                "CredentialsUnreadable",
                assertInstanceOf(ConnectionResult.Unusable.class, open()).reason());
    }

    @Test
    void leavesAnotherProviderToItsOwnProcess() {
        config("rack", "elsewhere");
        token("one");

        assertEquals(new ConnectionResult.Foreign("elsewhere"), open());
        assertEquals(List.of(), provider.opened());
    }

    @Test
    void readsNothingAgainBeforeTheSettingsAreOld() {
        config("rack", "memory");
        token("one");
        session();
        int before = api.requests().size();
        clock.pass(options.settingsAge().toSeconds());

        session();
        assertEquals(before, api.requests().size());
    }

    @Test
    void keepsTheConnectionIfOldSettingsAreUnchanged() {
        config("rack", "memory");
        token("one");
        ProviderConnection first = session();
        int before = api.requests().size();
        passSettingsAge();

        assertSame(first, session());
        assertEquals(before + 2, api.requests().size(), "reads the ProviderConfig and its Secret");
    }

    @Test
    void connectsAgainIfTheSecretChanged() {
        config("rack", "memory");
        token("one");
        ProviderConnection first = session();
        token("two");
        assertSame(first, session(), "not known yet");
        passSettingsAge();

        assertNotSame(first, session());
        assertEquals(List.of("one", "two"), provider.opened());
        assertEquals(List.of("one"), provider.closed());
    }

    @Test
    void aChangedSecretIsReadBeforeTheNextUse() {
        config("rack", "memory");
        token("one");
        session();

        assertEquals(Set.of(name("rack")), cache.heard(token("two")));
        session();
        assertEquals(List.of("one", "two"), provider.opened());
    }

    @Test
    void anotherSecretConcernsNoConnection() {
        config("rack", "memory");
        Secret other = token("one");
        session();
        int before = api.requests().size();
        other.getMetadata().setName("other");

        assertEquals(Set.of(), cache.heard(other));
        session();
        assertEquals(before, api.requests().size());
    }

    @Test
    void aChangedProviderConfigIsReadBeforeTheNextUse() {
        ProviderConfig config = config("rack", "memory");
        token("one");
        session();
        config.setSpec(ProviderConfigSpecBuilder.builder(config.getSpec())
                .credentialsRef(new SecretReference("missing", null, null))
                .build());

        cache.heard(api.client().resource(config).update());
        assertInstanceOf(ConnectionResult.Unusable.class, open());
        assertEquals(List.of("one"), provider.closed());
    }

    @Test
    void aRecreatedProviderConfigIsReadBeforeTheNextUse() {
        ProviderConfig config = config("rack", "memory");
        token("one");
        session();
        api.client().resource(config).delete();

        cache.heard(config("rack", "memory"));
        session();
        assertEquals(List.of("one", "one"), provider.opened());
    }

    @Test
    void anUnchangedProviderConfigIsNotReadAgain() {
        ProviderConfig config = config("rack", "memory");
        token("one");
        session();
        int before = api.requests().size();

        cache.heard(config);
        session();
        assertEquals(before, api.requests().size());
    }

    @Test
    void closesTheConnectionOfADeletedProviderConfig() {
        ProviderConfig config = config("rack", "memory");
        token("one");
        session();
        api.client().resource(config).delete();
        passSettingsAge();

        assertInstanceOf(ConnectionResult.Unknown.class, open());
        assertEquals(List.of("one"), provider.closed());
    }

    @Test
    void closesAnIdleConnectionWhenAnotherIsUsed() {
        config("rack", "memory");
        config("other", "memory");
        token("one");
        session();
        clock.pass(options.idleSession().toSeconds());
        cache.open(name("other"));
        assertEquals(List.of(), provider.closed());
        clock.pass(1);

        cache.open(name("other"));
        assertEquals(List.of("one"), provider.closed());
        session();
        assertEquals(3, provider.opened().size());
    }

    @Test
    void closesAllConnections() {
        config("rack", "memory");
        token("one");
        session();

        cache.close();
        assertEquals(List.of("one"), provider.closed());
        session();
        assertEquals(2, provider.opened().size());
    }
}
