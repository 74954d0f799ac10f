package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import org.junit.jupiter.api.Test;

class SpecChangesTest {
    private final SpecChanges changes = new SpecChanges();

    @Test
    void theFirstVersionIsAChange() {
        assertThat(changes.isChange(version("1", 1))).isTrue();
    }

    @Test
    void givesTheSameAnswerForTheSameVersion() {
        changes.isChange(version("1", 1));
        assertThat(changes.isChange(version("2", 2))).isTrue();
        assertThat(changes.isChange(version("2", 2))).isTrue();
    }

    @Test
    void aNewStatusIsNotAChange() {
        changes.isChange(version("1", 1));
        assertThat(changes.isChange(version("2", 1))).isFalse();
        assertThat(changes.isChange(version("2", 1))).isFalse();
    }

    @Test
    void anObjectThatWasDeletedAndCreatedAgainIsAChange() {
        changes.isChange(version("1", 1));
        ConfigMap successor = version("2", 1);
        successor.getMetadata().setUid("another");
        assertThat(changes.isChange(successor)).isTrue();
    }

    private static ConfigMap version(String resourceVersion, long generation) {
        return new ConfigMapBuilder()
                .withNewMetadata()
                .withNamespace("team-a")
                .withName("one")
                .withUid("uid")
                .withGeneration(generation)
                .withResourceVersion(resourceVersion)
                .endMetadata()
                .build();
    }
}
