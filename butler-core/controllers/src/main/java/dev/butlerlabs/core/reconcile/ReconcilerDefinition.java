package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Defines how a custom resource is reconciled, as a list of steps. The host watches the objects, runs the steps and writes the status.
 * Implementations must be thread-safe: the host reconciles several objects at the same time, but each object only once.
 *
 * @param <R> the custom resource
 * @param <S> its status
 * @param <C> the scope of one reconciliation: the state that the steps share and from which the status is rendered
 */
public interface ReconcilerDefinition<R extends CustomResource<?, S>, S, C> {
    /** Returns a name for logs and events, such as {@code machine-request}. */
    String name();

    Class<R> kind();

    /** Creates the scope of one reconciliation. Must not perform I/O; the steps do that. */
    C scope(R resource);

    /** Returns the steps in the order in which they run. Called once when the host starts. */
    List<Step<C>> steps();

    /** Returns whether this reconciliation is responsible for an object. Called before every run, so it should be fast. */
    default ReconcileFilter concern(R resource) {
        return ReconcileFilter.OURS;
    }

    /** Returns the cleanup before an object is deleted; empty if none is needed. */
    default Optional<Cleanup<C>> cleanup() {
        return Optional.empty();
    }

    /** Returns the conditions in the status; empty if it has none yet. */
    List<Condition> conditions(R resource);

    /** Renders the status. Must be pure: the same input gives the same status. */
    S status(R resource, C scope, ReconcileOutcome outcome);

    /** Returns whether the owner paused the reconciliation of an object. Its deletion waits too. */
    default boolean isPaused(R resource) {
        return false;
    }

    /** Returns how long to skip an object that needs no action yet; nothing is written or recorded meanwhile. */
    default Optional<Duration> rest(R resource) {
        return Optional.empty();
    }

    /**
     * Returns whether the progress of one reconciliation is recorded as one event with the last reason, instead of one event for each reason. For resources of
     * which there are many, since each event is a write.
     */
    default boolean combinesEvents() {
        return false;
    }

    /**
     * Returns watches for related objects whose changes trigger a reconciliation. A generic watch of a resource type that the API does not
     * serve yet is started as soon as it does.
     */
    default List<Watch<?>> watches() {
        return List.of();
    }

    /** Returns the interval at which a ready object is reconciled, to find drift without events. */
    default Duration resync() {
        return Duration.ofMinutes(10);
    }

    /** Returns the interval at which a failed object is reconciled without a change; empty for the setting of the host. */
    default Optional<Duration> failedRecheck() {
        return Optional.empty();
    }

    /**
     * The cleanup before an object is deleted.
     *
     * @param finalizer the finalizer that keeps the object until then
     * @param inherited finalizers of former controllers; never added, and removed with this one
     * @param steps run from the start like the others; when all are done the finalizers are removed
     */
    record Cleanup<C>(String finalizer, Set<String> inherited, List<Step<C>> steps) {
        public Cleanup {
            inherited = Set.copyOf(inherited);
            steps = List.copyOf(steps);
        }

        public Cleanup(String finalizer, List<Step<C>> steps) {
            this(finalizer, Set.of(), steps);
        }
    }
}
