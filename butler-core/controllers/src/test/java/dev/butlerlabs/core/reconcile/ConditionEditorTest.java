package dev.butlerlabs.core.reconcile;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class ConditionEditorTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00.987Z");
    private static final Instant LATER = NOON.plusSeconds(60);

    @Test
    void aNewConditionBeginsNow() {
        Condition condition = set(List.of(), "False", "Booting", NOON).getFirst();

        assertThat(condition.getLastTransitionTime()).isEqualTo("2026-03-01T12:00:00Z");
        assertThat(condition.getObservedGeneration()).isEqualTo(1);
    }

    @Test
    void anotherReasonIsNoTransition() {
        List<Condition> before = set(List.of(), "False", "Booting", NOON);

        Condition after = set(before, "False", "Installing", LATER).getFirst();

        assertThat(after.getReason()).isEqualTo("Installing");
        assertThat(after.getLastTransitionTime()).isEqualTo("2026-03-01T12:00:00Z");
    }

    @Test
    void anotherStatusIsATransition() {
        List<Condition> before = set(List.of(), "False", "Booting", NOON);

        assertThat(set(before, "True", "Done", LATER).getFirst().getLastTransitionTime())
                .isEqualTo("2026-03-01T12:01:00Z");
    }

    @Test
    void theOrderStaysAndTheGivenListIsNotTouched() {
        List<Condition> two =
                ConditionEditor.set(set(List.of(), "True", "Done", NOON), "Other", "True", "Done", "", 1, NOON);

        List<Condition> changed = set(two, "False", "Gone", LATER);

        assertThat(changed).extracting(Condition::getType).containsExactly("Running", "Other");
        assertThat(ConditionEditor.isTrue(two, "Running")).isTrue();
        assertThat(ConditionEditor.isTrue(changed, "Running")).isFalse();
        assertThat(ConditionEditor.remove(changed, "Running")).hasSize(1);
    }

    @Test
    void aVeryLongMessageIsCutShort() {
        Condition condition = ConditionEditor.set(List.of(), "Running", "False", "Long", "x".repeat(50_000), 1, NOON)
                .getFirst();

        assertThat(condition.getMessage()).hasSize(4096).endsWith("…");
    }

    private static List<Condition> set(List<Condition> before, String status, String reason, Instant now) {
        return ConditionEditor.set(before, "Running", status, reason, "", 1, now);
    }
}
