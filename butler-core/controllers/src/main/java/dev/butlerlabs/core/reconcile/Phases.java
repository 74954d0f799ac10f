package dev.butlerlabs.core.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Gives an outcome the one word people look for. It is derived, never read back.
 *
 * @param <P> the words: an enum where the kind has a closed list, else text
 * @param ready for an object all of whose steps are done
 * @param failed for one that needs help
 * @param deleting for one on its way out
 * @param otherwise for one that is waiting at a step without a word of its own
 * @param atStep words for waiting at particular steps
 */
public record Phases<P>(P ready, P failed, P deleting, P otherwise, Map<String, P> atStep) {
    public Phases {
        atStep = Map.copyOf(atStep);
    }

    public static <P> Phases<P> of(P ready, P failed, P deleting, P otherwise) {
        return new Phases<>(ready, failed, deleting, otherwise, Map.of());
    }

    /** While the step is awaited, the phase is this. */
    public Phases<P> at(String step, P phase) {
        Map<String, P> more = new LinkedHashMap<>(atStep);
        more.put(step, phase);
        return new Phases<>(ready, failed, deleting, otherwise, more);
    }

    /** The phase; a paused object keeps the one it had. */
    public P of(Outcome outcome, Optional<P> before) {
        return switch (outcome.stage()) {
            case READY -> ready;
            case FAILED -> failed;
            case DELETING -> deleting;
            case PROGRESSING ->
                outcome.stop()
                        .map(stop -> atStep.getOrDefault(stop.step(), otherwise))
                        .orElse(otherwise);
            case PAUSED -> before.orElse(otherwise);
        };
    }
}
