package dev.butlerlabs.core.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Gives an outcome the one word people look for. It is derived, never read back.
 *
 * @param ready for an object all of whose steps are done
 * @param failed for one that needs help
 * @param deleting for one on its way out
 * @param otherwise for one that is waiting at a step without a word of its own
 * @param atStep words for waiting at particular steps
 */
public record Phases(String ready, String failed, String deleting, String otherwise, Map<String, String> atStep) {
    public Phases {
        atStep = Map.copyOf(atStep);
    }

    public static Phases of(String ready, String failed, String deleting, String otherwise) {
        return new Phases(ready, failed, deleting, otherwise, Map.of());
    }

    /** While the step is awaited, the phase is this. */
    public Phases at(String step, String phase) {
        Map<String, String> more = new LinkedHashMap<>(atStep);
        more.put(step, phase);
        return new Phases(ready, failed, deleting, otherwise, more);
    }

    /** The phase; a paused object keeps the one it had. */
    public String of(Outcome outcome, String before) {
        return switch (outcome.stage()) {
            case READY -> ready;
            case FAILED -> failed;
            case DELETING -> deleting;
            case PROGRESSING ->
                outcome.stop()
                        .map(stop -> atStep.getOrDefault(stop.step(), otherwise))
                        .orElse(otherwise);
            case PAUSED -> before == null || before.isEmpty() ? otherwise : before;
        };
    }
}
