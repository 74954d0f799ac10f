package dev.butlerlabs.sim.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RolloutStrategyTest {
    private static RolloutStrategy strategy(int machines, Map<String, Object> rollingUpdate) {
        GenericKubernetesResource deployment = new GenericKubernetesResource();
        deployment.setAdditionalProperty(
                "spec",
                Map.of(
                        "replicas",
                        machines,
                        "rollout",
                        Map.of("strategy", Map.of("type", "RollingUpdate", "rollingUpdate", rollingUpdate))));
        return RolloutStrategy.of(deployment);
    }

    @Test
    void hasTheDefaultsOfClusterApi() {
        assertThat(strategy(5, Map.of())).isEqualTo(new RolloutStrategy(1, 0));
    }

    @Test
    void percentagesRoundUpForSurgeAndDownForUnavailable() {
        assertThat(strategy(5, Map.of("maxSurge", "25%", "maxUnavailable", "25%")))
                .isEqualTo(new RolloutStrategy(2, 1));
        assertThat(strategy(4, Map.of("maxSurge", "50%", "maxUnavailable", 2))).isEqualTo(new RolloutStrategy(2, 2));
    }

    @Test
    void aMachineCanAlwaysBeReplaced() {
        assertThat(strategy(3, Map.of("maxSurge", 0, "maxUnavailable", "25%"))).isEqualTo(new RolloutStrategy(0, 1));
    }
}
