package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/** An event to record for a reconciliation. */
record StepEvent(EventType type, String reason, String message) {
    private static final Set<String> SUMMARIES =
            Set.of(ConditionEditor.READY, ConditionEditor.PROGRESSING, ConditionEditor.DEGRADED);

    static List<StepEvent> between(List<Condition> before, ReconcileOutcome outcome) {
        List<StepEvent> events = new ArrayList<>();
        List<Condition> completed = outcome.conditions().stream()
                .filter(now -> !SUMMARIES.contains(now.getType()))
                .filter(now -> ConditionEditor.TRUE.equals(now.getStatus()))
                .filter(now -> !ConditionEditor.isTrue(before, now.getType()))
                .toList();
        List<Condition> plain = completed.stream()
                .filter(now -> StepResult.DONE.equals(now.getReason()))
                .toList();
        if (!plain.isEmpty()) {
            events.add(ofSteps(plain));
        }
        completed.stream()
                .filter(now -> !StepResult.DONE.equals(now.getReason()))
                .forEach(now ->
                        events.add(new StepEvent(EventType.NORMAL, now.getReason(), text(now.getMessage(), "Done."))));
        outcome.stop().ifPresent(stop -> addStop(events, before, outcome, stop));
        if (outcome.stage() == ReconcileOutcome.Stage.READY && !ConditionEditor.isTrue(before, ConditionEditor.READY)) {
            events.add(new StepEvent(EventType.NORMAL, ConditionEditor.READY, "All steps completed."));
        }
        return events;
    }

    /**
     * Returns one event for all steps without a reason of their own that a reconciliation completed, since each event is a write. It is named after the
     * last of them.
     */
    private static StepEvent ofSteps(List<Condition> completed) {
        String message = completed.size() == 1
                ? text(completed.getFirst().getMessage(), "Done.")
                : completed.stream().map(StepEvent::line).collect(Collectors.joining(" "));
        return new StepEvent(EventType.NORMAL, completed.getLast().getType(), message);
    }

    private static String line(Condition step) {
        return step.getType() + (text(step.getMessage(), "").isEmpty() ? "." : ": " + step.getMessage());
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
