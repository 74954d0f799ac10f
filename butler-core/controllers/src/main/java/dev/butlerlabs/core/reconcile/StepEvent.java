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
        if (!completed.isEmpty()) {
            events.add(ofSteps(completed));
        }
        outcome.stop().ifPresent(stop -> addStop(events, before, outcome, stop));
        if (outcome.stage() == ReconcileOutcome.Stage.READY && !ConditionEditor.isTrue(before, ConditionEditor.READY)) {
            events.add(new StepEvent(EventType.NORMAL, ConditionEditor.READY, "All steps completed."));
        }
        return events;
    }

    /**
     * Returns one event for all steps that a reconciliation completed, since each event is a write. It has the last reason that a step has set, otherwise the
     * name of the last step.
     */
    private static StepEvent ofSteps(List<Condition> completed) {
        String message = completed.size() == 1
                ? text(completed.getFirst().getMessage(), "Done.")
                : completed.stream().map(StepEvent::line).collect(Collectors.joining(" "));
        String reason = completed.reversed().stream()
                .map(Condition::getReason)
                .filter(given -> !StepResult.DONE.equals(given))
                .findFirst()
                .orElse(completed.getLast().getType());
        return new StepEvent(EventType.NORMAL, reason, message);
    }

    private static String line(Condition step) {
        return step.getType() + (text(step.getMessage(), "").isEmpty() ? "." : ": " + step.getMessage());
    }

    private static void addStop(
            List<StepEvent> events, List<Condition> before, ReconcileOutcome outcome, ReconcileOutcome.Stop stop) {
        String message = stop.step() + ": " + stop.result().message();
        boolean trouble = outcome.failure().isPresent() || outcome.cause().isPresent();
        if (trouble) {
            events.add(new StepEvent(EventType.WARNING, stop.result().reason(), message));
        } else if (isNews(before, stop)) {
            // What was completed before the wait is part of the same event.
            String completed = events.isEmpty() ? "" : events.removeLast().message() + " ";
            events.add(new StepEvent(EventType.NORMAL, stop.result().reason(), completed + message));
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
