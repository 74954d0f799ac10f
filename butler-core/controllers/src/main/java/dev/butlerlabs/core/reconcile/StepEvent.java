package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/** An event to record for a reconciliation. */
record StepEvent(EventType type, String reason, String message) {
    private static final Set<String> SUMMARIES =
            Set.of(ConditionEditor.READY, ConditionEditor.PROGRESSING, ConditionEditor.DEGRADED);

    static List<StepEvent> between(List<Condition> before, ReconcileOutcome outcome) {
        List<StepEvent> events = new ArrayList<>();
        for (Condition now : outcome.conditions()) {
            if (!SUMMARIES.contains(now.getType())
                    && ConditionEditor.TRUE.equals(now.getStatus())
                    && !ConditionEditor.isTrue(before, now.getType())) {
                events.add(new StepEvent(EventType.NORMAL, reason(now), text(now.getMessage(), "Done.")));
            }
        }
        outcome.stop().ifPresent(stop -> addStop(events, before, outcome, stop));
        if (outcome.stage() == ReconcileOutcome.Stage.READY && !ConditionEditor.isTrue(before, ConditionEditor.READY)) {
            events.add(new StepEvent(EventType.NORMAL, ConditionEditor.READY, "All steps completed."));
        }
        return events;
    }

    private static void addStop(
            List<StepEvent> events, List<Condition> before, ReconcileOutcome outcome, ReconcileOutcome.Stop stop) {
        String message = stop.step() + ": " + stop.result().message();
        boolean trouble = outcome.failure().isPresent() || outcome.cause().isPresent();
        if (trouble || isNews(before, stop)) {
            events.add(new StepEvent(
                    trouble ? EventType.WARNING : EventType.NORMAL,
                    stop.result().reason(),
                    message));
        }
    }

    /** Returns the reason of a done step, or its name if it has none. */
    private static String reason(Condition condition) {
        return StepResult.DONE.equals(condition.getReason()) ? condition.getType() : condition.getReason();
    }

    private static boolean isNews(List<Condition> before, ReconcileOutcome.Stop stop) {
        return ConditionEditor.find(before, stop.step())
                .filter(condition ->
                        Objects.equals(condition.getReason(), stop.result().reason()))
                .filter(condition ->
                        Objects.equals(condition.getMessage(), stop.result().message()))
                .isEmpty();
    }

    private static String text(String message, String otherwise) {
        return message == null || message.isEmpty() ? otherwise : message;
    }
}
