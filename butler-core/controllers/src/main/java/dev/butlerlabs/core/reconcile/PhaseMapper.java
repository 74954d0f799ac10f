package dev.butlerlabs.core.reconcile;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Maps outcomes to phases. The phase is for display only and never read back. Immutable.
 *
 * @param <P> the phase type: an enum if the resource defines a closed list, otherwise text
 * @param ready all steps are done
 * @param failed a step failed
 * @param deleting the object is being deleted
 * @param otherwise waiting at a step without its own phase
 * @param atStep the phases of waiting at particular steps
 */
public record PhaseMapper<P>(P ready, P failed, P deleting, P otherwise, Map<String, P> atStep) {
    public PhaseMapper {
        atStep = Map.copyOf(atStep);
    }

    public static <P> PhaseMapper<P> of(P ready, P failed, P deleting, P otherwise) {
        return new PhaseMapper<>(ready, failed, deleting, otherwise, Map.of());
    }

    /** Returns a mapping with a phase for waiting at a step. */
    public PhaseMapper<P> at(String step, P phase) {
        Map<String, P> more = new LinkedHashMap<>(atStep);
        more.put(step, phase);
        return new PhaseMapper<>(ready, failed, deleting, otherwise, more);
    }

    /** Returns the phase; a paused object keeps its previous one. */
    public P of(ReconcileOutcome outcome, Optional<P> before) {
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
