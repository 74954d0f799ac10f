package dev.butlerlabs.sim.cluster.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import org.junit.jupiter.api.Test;

class TemplateRevisionCacheTest {
    private final TemplateRevisionCache cache = new TemplateRevisionCache();

    @Test
    void returnsTheHashOfTheTemplate() {
        Deployment deployment = deployment("a", 1, "nginx:1");

        assertThat(revision(deployment))
                .isEqualTo(PodFactory.revision(deployment.getSpec().getTemplate()));
    }

    @Test
    void returnsAnotherHashForTheNextGeneration() {
        String first = revision(deployment("a", 1, "nginx:1"));

        assertThat(revision(deployment("a", 2, "nginx:2"))).isNotEqualTo(first);
        assertThat(revision(deployment("a", 3, "nginx:1"))).isEqualTo(first);
    }

    @Test
    void distinguishesWorkloads() {
        assertThat(revision(deployment("a", 1, "nginx:1"))).isNotEqualTo(revision(deployment("b", 1, "nginx:2")));
    }

    private String revision(Deployment deployment) {
        return cache.of(deployment, deployment.getSpec().getTemplate());
    }

    private static Deployment deployment(String uid, long generation, String image) {
        return new DeploymentBuilder()
                .withNewMetadata()
                .withUid(uid)
                .withGeneration(generation)
                .endMetadata()
                .withNewSpec()
                .withNewTemplate()
                .withNewSpec()
                .addNewContainer()
                .withImage(image)
                .endContainer()
                .endSpec()
                .endTemplate()
                .endSpec()
                .build();
    }
}
