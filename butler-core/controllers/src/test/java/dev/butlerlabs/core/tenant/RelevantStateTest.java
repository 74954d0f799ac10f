package dev.butlerlabs.core.tenant;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Which changes of watched objects need a reconciliation. */
class RelevantStateTest {
    private static GenericKubernetesResource object(Consumer<GenericKubernetesResource> change) {
        GenericKubernetesResource object = new GenericKubernetesResource();
        object.setMetadata(new ObjectMetaBuilder()
                .withUid("u")
                .withGeneration(2L)
                .withLabels(Map.of("a", "b"))
                .withAnnotations(new HashMap<>())
                .build());
        object.setAdditionalProperty("spec", Map.of("replicas", 2));
        object.setAdditionalProperty("status", status("replicas", 2));
        change.accept(object);
        return object;
    }

    private static Map<String, Object> status(String name, Object value) {
        Map<String, Object> status = new HashMap<>(Map.of("phase", "Running", "observedGeneration", 2, "replicas", 2));
        status.put(name, value);
        return status;
    }

    private static boolean isChange(Consumer<GenericKubernetesResource> change) {
        return RelevantState.isChange(object(same -> {}), object(change));
    }

    private static boolean isStatusChange(String name, Object value) {
        return isChange(object -> object.setAdditionalProperty("status", status(name, value)));
    }

    @Test
    void conditionsPhasesAndTheConversionAnnotationAreNotRead() {
        assertThat(isChange(same -> {})).isFalse();
        assertThat(isStatusChange("conditions", List.of(Map.of("type", "Ready"))))
                .isFalse();
        assertThat(isStatusChange("v1beta2", Map.of("conditions", List.of()))).isFalse();
        assertThat(isStatusChange("phase", "Provisioned")).isFalse();
        assertThat(isStatusChange("observedGeneration", 3)).isFalse();
        assertThat(isChange(object -> object.getMetadata().setResourceVersion("9")))
                .isFalse();
        assertThat(isChange(
                        object -> object.getMetadata().getAnnotations().put(AppliedObjectCache.CONVERSION_DATA, "{}")))
                .isFalse();
    }

    @Test
    void everythingThatTheStepsReadIsAChange() {
        for (String name : List.of(
                "failureMessage", "infrastructureReady", "ready", "readyReplicas", "updatedReplicas", "version")) {
            assertThat(isStatusChange(name, "new")).as(name).isTrue();
        }
        assertThat(isStatusChange("replicas", 1)).isTrue();
        assertThat(isStatusChange("phase", "Failed")).isTrue();
        assertThat(isStatusChange("observedGeneration", 1)).isTrue();
        assertThat(isChange(object -> object.setAdditionalProperty("spec", Map.of("replicas", 3))))
                .isTrue();
        assertThat(isChange(object -> object.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z")))
                .isTrue();
        assertThat(isChange(object -> object.getMetadata().setUid("other"))).isTrue();
        assertThat(isChange(object -> object.getMetadata().setLabels(Map.of()))).isTrue();
        assertThat(isChange(object -> object.getMetadata().getAnnotations().put("a", "b")))
                .isTrue();
    }

    @Test
    void everyUpdateOfAnObjectWithAClassIsAChange() {
        var namespace = new NamespaceBuilder().build();
        assertThat(RelevantState.isChange(namespace, namespace)).isTrue();
    }
}
