package dev.butlerlabs.core.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.EvictionBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Evictions of a pod with the label app=web. */
final class EvictionTest {
    private final InMemoryKubernetes api = InMemoryKubernetes.open();
    private final KubernetesClient client = api.client();

    @BeforeEach
    void create() {
        client.resource(new PodBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("web")
                        .addToLabels("app", "web")
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("main")
                        .endContainer()
                        .endSpec()
                        .build())
                .create();
    }

    @AfterEach
    void close() {
        api.close();
    }

    private void budget(String app, int allowed) {
        var budget = new PodDisruptionBudgetBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName("budget")
                .endMetadata()
                .withNewSpec()
                .withNewSelector()
                .addToMatchLabels("app", app)
                .endSelector()
                .endSpec()
                .withNewStatus()
                .withDisruptionsAllowed(allowed)
                .withCurrentHealthy(1)
                .withDesiredHealthy(1)
                .withExpectedPods(1)
                .endStatus()
                .build();
        client.resource(budget).create();
        client.resource(budget).subresource("status").update();
    }

    private void evict(String pod) {
        client.raw(
                "/api/v1/namespaces/default/pods/%s/eviction".formatted(pod),
                "POST",
                new EvictionBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName(pod)
                        .endMetadata()
                        .build());
    }

    private KubernetesClientException refusal(String pod) {
        return catchThrowableOfType(KubernetesClientException.class, () -> evict(pod));
    }

    private boolean exists() {
        return client.pods().inNamespace("default").withName("web").get() != null;
    }

    @Test
    void deletesThePod() {
        evict("web");

        assertThat(exists()).isFalse();
    }

    @Test
    void deletesThePodIfTheBudgetAllowsIt() {
        budget("web", 1);

        evict("web");

        assertThat(exists()).isFalse();
    }

    @Test
    void ignoresTheBudgetOfOtherPods() {
        budget("db", 0);

        evict("web");

        assertThat(exists()).isFalse();
    }

    @Test
    void refusesWhatTheBudgetDoesNotAllowAndNamesIt() {
        budget("web", 0);

        KubernetesClientException refusal = refusal("web");

        assertThat(refusal.getCode()).isEqualTo(429);
        assertThat(refusal.getStatus().getDetails().getCauses()).singleElement().satisfies(cause -> {
            assertThat(cause.getReason()).isEqualTo("DisruptionBudget");
            assertThat(cause.getMessage())
                    .isEqualTo("The disruption budget budget needs 1 healthy pods and has 1 currently");
        });
        assertThat(exists()).isTrue();
    }

    @Test
    void refusesAnUnknownPod() {
        assertThat(refusal("nosuch").getCode()).isEqualTo(404);
    }
}
