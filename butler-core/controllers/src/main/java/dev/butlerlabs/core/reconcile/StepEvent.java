package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
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
        ofStop(before, outcome).ifPresent(events::add);
        if (outcome.stage() == ReconcileOutcome.Stage.READY && !ConditionEditor.isTrue(before, ConditionEditor.READY)) {
            events.add(new StepEvent(EventType.NORMAL, ConditionEditor.READY, "All steps completed."));
        }
        return events;
    }

    /**
     * Returns the same events as one, which has the last reason, since each event is a write. A warning stays an event of its own, as its count increases while
     * the problem lasts.
     */
    static List<StepEvent> combined(List<StepEvent> events) {
        List<StepEvent> progress = events.stream()
                .filter(event -> event.type() == EventType.NORMAL)
                .toList();
        if (progress.size() < 2) {
            return events;
        }
        List<StepEvent> combined = new ArrayList<>();
        combined.add(new StepEvent(
                EventType.NORMAL,
                progress.getLast().reason(),
                progress.stream().map(StepEvent::message).collect(Collectors.joining(" "))));
        events.stream().filter(event -> event.type() != EventType.NORMAL).forEach(combined::add);
        return combined;
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

    private static Optional<StepEvent> ofStop(List<Condition> before, ReconcileOutcome outcome) {
        boolean trouble = outcome.failure().isPresent() || outcome.cause().isPresent();
        return outcome.stop()
                .filter(stop -> trouble || isNews(before, stop))
                .map(stop -> new StepEvent(
                        trouble ? EventType.WARNING : EventType.NORMAL,
                        stop.result().reason(),
                        stop.step() + ": " + stop.result().message()));
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
