package dev.butlerlabs.core.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.testing.SteppedClock;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class CertificateRotationTest {
    private static final CertificateRotationPolicy POLICY =
            new CertificateRotationPolicy(CertificateLifetimes.standard(), List.of("localhost"));

    private final SteppedClock clock = new SteppedClock();
    private final InMemoryKubernetes api = InMemoryKubernetes.open(clock, new EffectLog());
    private final ServingIdentityKeyManager firstKeys = new ServingIdentityKeyManager();
    private final ServingIdentityKeyManager secondKeys = new ServingIdentityKeyManager();
    private final CertificateRotation first = new CertificateRotation(api.client(), POLICY, firstKeys, clock);
    private final CertificateRotation second = new CertificateRotation(api.client(), POLICY, secondKeys, clock);

    @BeforeEach
    void createNamespace() {
        api.client()
                .resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void configure(String... names) {
        GenericKubernetesResource configuration = new GenericKubernetesResource();
        configuration.setApiVersion("admissionregistration.k8s.io/v1");
        configuration.setKind("ValidatingWebhookConfiguration");
        configuration.setMetadata(new ObjectMetaBuilder()
                .withName(WebhookConfigurationClient.NAME)
                .build());
        configuration.setAdditionalProperty(
                "webhooks",
                List.of(names).stream()
                        .map(name -> Map.of(
                                "name",
                                name,
                                "sideEffects",
                                "None",
                                "admissionReviewVersions",
                                List.of("v1"),
                                "clientConfig",
                                Map.of("url", "https://localhost:1/validate")))
                        .toList());
        api.client().resource(configuration).create();
    }

    private List<String> bundles() {
        return new WebhookConfigurationClient(api.client())
                .read().stream().map(webhook -> webhook.bundle()).toList();
    }

    private WebhookCertificates stored() {
        return new CertificateSecretRepository(api.client())
                .read()
                .certificates()
                .orElseThrow();
    }

    private static BigInteger served(ServingIdentityKeyManager keys) {
        return keys.getCertificateChain(keys.chooseServerAlias("EC", null, null))[0].getSerialNumber();
    }

    @Test
    void allReplicasUseTheSameCertificateAndPublishItsAuthority() {
        configure("a", "b");
        assertThat(firstKeys.isReady()).isFalse();
        first.reconcile();
        second.reconcile();

        assertThat(served(secondKeys)).isEqualTo(served(firstKeys));
        assertThat(bundles()).containsOnly(stored().bundle()).hasSize(2);
        int changes = api.effects().count();
        first.reconcile();
        second.reconcile();
        assertThat(api.effects().count()).isEqualTo(changes);
    }

    /** Two replicas start at the same time: the second one writes what it decided before the first one wrote. */
    @Test
    void aReplicaThatLosesTheRaceUsesTheCertificatesOfTheWinner() {
        CertificateSecretRepository repository = new CertificateSecretRepository(api.client());
        WebhookCertificateIssuer issuer = new WebhookCertificateIssuer(POLICY.lifetimes(), POLICY.hosts());
        WebhookCertificates late = issuer.apply(CertificateAction.CREATE, Optional.empty(), clock.instant());
        first.reconcile();
        Optional<String> version = repository.read().version();

        assertThat(repository.write(late, Optional.empty())).isFalse();
        assertThat(repository.write(late, version)).isTrue();
        assertThat(repository.write(stored(), version)).isFalse();
    }

    @Test
    void replicasThatStartAtOnceUseOneCertificate() throws Exception {
        List<ServingIdentityKeyManager> replicas =
                Stream.generate(ServingIdentityKeyManager::new).limit(8).toList();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Callable<Object>> starts = replicas.stream()
                    .map(keys ->
                            Executors.callable(new CertificateRotation(api.client(), POLICY, keys, clock)::reconcile))
                    .toList();
            for (Future<Object> start : threads.invokeAll(starts)) {
                start.get();
            }
        }
        assertThat(replicas)
                .extracting(CertificateRotationTest::served)
                .containsOnly(stored().serving().getSerialNumber());
    }

    @Test
    void rotatesTheAuthorityInThreeStages() {
        configure("a");
        first.reconcile();
        String before = stored().bundle();
        clock.pass(Duration.ofDays(220).toSeconds());

        first.reconcile();
        assertThat(stored().authorities()).hasSize(2);
        assertThat(bundles().getFirst()).contains(before).hasSizeGreaterThan(before.length());
        clock.pass(Duration.ofMinutes(61).toSeconds());

        second.reconcile();
        first.reconcile();
        assertThat(stored().isServedByNewest()).isTrue();
        assertThat(served(firstKeys)).isEqualTo(stored().serving().getSerialNumber());
        clock.pass(Duration.ofMinutes(61).toSeconds());

        first.reconcile();
        assertThat(stored().authorities()).hasSize(1);
        assertThat(bundles().getFirst()).doesNotContain(before).isEqualTo(stored().bundle());
    }

    @Test
    void setsTheBundleAgainAfterTheConfigurationWasRecreated() {
        configure("a");
        first.reconcile();
        String bundle = stored().bundle();
        api.client()
                .genericKubernetesResources("admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration")
                .withName(WebhookConfigurationClient.NAME)
                .delete();
        first.reconcile();
        assertThat(bundles()).isEmpty();
        configure("b", "a");
        first.reconcile();
        assertThat(bundles()).containsExactly(bundle, bundle);
    }

    @Test
    void replacesASecretThatCannotBeUsed() {
        first.reconcile();
        BigInteger before = served(firstKeys);
        api.client()
                .secrets()
                .inNamespace(Namespaces.SYSTEM)
                .withName(CertificateSecretRepository.NAME)
                .edit(secret -> damaged(secret));
        first.reconcile();
        assertThat(served(firstKeys)).isNotEqualTo(before);
        assertThat(stored().isServedByNewest()).isTrue();
    }

    private static Secret damaged(Secret secret) {
        secret.getData().put("ca.key", "bm90IGEga2V5");
        return secret;
    }

    @Test
    void servesTheLoadedCertificateWhileTheApiServerIsDown() {
        first.reconcile();
        BigInteger before = served(firstKeys);
        api.down(true);
        assertThatThrownBy(first::reconcile).isInstanceOf(ButlerException.class);
        api.down(false);
        assertThat(served(firstKeys)).isEqualTo(before);
    }
}
