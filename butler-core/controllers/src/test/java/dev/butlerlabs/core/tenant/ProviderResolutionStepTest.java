package dev.butlerlabs.core.tenant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.butlerlabs.core.api.ButlerConfig;
import dev.butlerlabs.core.api.ButlerConfigSpecBuilder;
import dev.butlerlabs.core.api.LocalReference;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.ProviderConfigSpecBuilder;
import dev.butlerlabs.core.api.SecretReference;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.reconcile.StepResult;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ProviderResolutionStepTest {
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final TenantReconcileContext context = TenantStepObjects.context();

    @BeforeEach
    void createNamespaces() {
        namespace("team-a");
        namespace("butler-system");
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void namespace(String name) {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private StepResult run() {
        return new ProviderResolutionStep(api.client(), new ObservedObjects()).run(context);
    }

    private void reference(String name, String namespace) {
        context.cluster()
                .setSpec(TenantClusterSpecBuilder.builder(context.cluster().getSpec())
                        .providerConfigRef(new ObjectReference(name, namespace))
                        .build());
    }

    private void config(String namespace, String name, String provider, SecretReference credentials) {
        ProviderConfig config = new ProviderConfig();
        config.setMetadata(
                new ObjectMetaBuilder().withNamespace(namespace).withName(name).build());
        config.setSpec(ProviderConfigSpecBuilder.builder()
                .provider(provider)
                .credentialsRef(credentials)
                .build());
        api.client().resource(config).create();
    }

    private void config(String namespace, String name) {
        config(namespace, name, "memory", new SecretReference("token", null, null));
    }

    private void token(String namespace) {
        TenantStepObjects.secret(api, namespace, "token", Map.of("token", "b25l"), Map.of());
    }

    @Test
    void waitsForADefaultIfTheClusterNamesNoProviderConfig() {
        assertEquals(
                StepResult.waiting(
                        "ProviderConfigNotFound",
                        "The cluster names no ProviderConfig, and the platform has no default. Set spec.providerConfigRef."),
                run());
    }

    @Test
    void namesAllPlacesWhereAProviderConfigWasNotFound() {
        reference("rack", null);

        assertEquals(
                StepResult.waiting(
                        "ProviderConfigNotFound", "ProviderConfig team-a/rack or butler-system/rack not found."),
                run());
    }

    @Test
    void usesTheOnlyProviderConfigOfThePlatform() {
        config("butler-system", "rack");
        token("butler-system");

        assertEquals(StepResult.done("Using ProviderConfig butler-system/rack."), run());
        assertEquals("rack", context.provider().getMetadata().getName());
    }

    @Test
    void prefersTheProviderConfigNamedDefault() {
        config("butler-system", "a");
        config("butler-system", "default");
        token("butler-system");

        assertEquals(StepResult.done("Using ProviderConfig butler-system/default."), run());
    }

    @Test
    void doesNotChooseBetweenTwoProviderConfigs() {
        config("butler-system", "a");
        config("butler-system", "b");

        assertEquals("ProviderConfigNotFound", run().reason());
    }

    @Test
    void prefersTheProviderConfigInTheNamespaceOfTheCluster() {
        reference("rack", null);
        config("team-a", "rack");
        config("butler-system", "rack");
        token("team-a");

        assertEquals(StepResult.done("Using ProviderConfig team-a/rack."), run());
    }

    @Test
    void needsNoCredentialsForTheLocalProvider() {
        config("butler-system", "rack", "local", null);

        assertEquals(StepResult.done("Using ProviderConfig butler-system/rack."), run());
    }

    @Test
    void usesTheWatchedProviderConfigAndPlatformWithoutARequest() {
        ProviderConfig watched = new ProviderConfig();
        watched.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-system")
                .withName("rack")
                .build());
        watched.setSpec(ProviderConfigSpecBuilder.builder().provider("local").build());
        ButlerConfig platform = new ButlerConfig();
        platform.setMetadata(new ObjectMetaBuilder().withName("butler").build());
        platform.setSpec(ButlerConfigSpecBuilder.builder()
                .defaultProviderConfigRef(new LocalReference("rack"))
                .build());
        ObservedObjects observed = new ObservedObjects();
        observed.providers()
                .from(
                        _ -> List.of(),
                        name -> Optional.of(watched)
                                .filter(config -> ObjectName.from(config).equals(name)));
        observed.platform().from(_ -> List.of(), _ -> Optional.of(platform));

        assertEquals(
                StepResult.done("Using ProviderConfig butler-system/rack."),
                new ProviderResolutionStep(api.client(), observed).run(context));
    }

    @Test
    void waitsForTheCredentials() {
        config("butler-system", "rack");

        assertEquals(
                StepResult.waiting(
                        "CredentialsMissing", "Waiting for Secret butler-system/token with the credentials."),
                run());
        assertThrows(RuntimeException.class, context::provider);
    }

    @Test
    void rejectsAProviderConfigOfAnotherTeamsNamespace() {
        namespace("team-b");
        reference("rack", "team-b");
        config("team-b", "rack");
        token("team-b");

        assertInstanceOf(StepResult.Failed.class, run());
        assertThrows(RuntimeException.class, context::provider);
    }

    @Test
    void rejectsCredentialsInAnotherNamespace() {
        reference("rack", "team-a");
        config("team-a", "rack", "memory", new SecretReference("token", "butler-system", null));
        token("butler-system");

        assertInstanceOf(StepResult.Failed.class, run());
    }

    @Test
    void passesOnTheErrorOfTheApi() {
        api.reject("butlerconfigs", 403, "Forbidden");

        assertThrows(ButlerException.class, this::run);
    }
}
