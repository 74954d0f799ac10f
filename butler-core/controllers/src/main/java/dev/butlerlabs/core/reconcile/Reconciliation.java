package dev.butlerlabs.core.reconcile;

import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.client.CustomResource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How one kind of custom resource is brought about, as a list of steps. Everything else, from watching to writing the status, is
 * the host's business.
 *
 * @param <R> the custom resource
 * @param <S> its status
 * @param <C> the scope of one run: what the steps share, and what the status is rendered from
 */
public interface Reconciliation<R extends CustomResource<?, S>, S, C> {
    /** A name for logs and events, such as {@code machine-request}. */
    String name();

    Class<R> kind();

    /** Opens the scope of one run. It is plain memory: reading the world is the steps' work. */
    C scope(R resource);

    List<Step<C>> steps();

    /** Whether an object is this reconciliation's. It is asked before every run, so it should know without asking far away. */
    default Concern concern(R resource) {
        return Concern.OURS;
    }

    /** What has to happen before an object may vanish; without it, it just vanishes. */
    default Optional<Cleanup<C>> cleanup() {
        return Optional.empty();
    }

    /** The conditions in the status, empty when it has none yet. */
    List<Condition> conditions(R resource);

    /** Renders the status. Pure: the same run gives the same status. */
    S status(R resource, C scope, Outcome outcome);

    /** Whether the owner of the object asked to leave it alone; deletion waits too. */
    default boolean isPaused(R resource) {
        return false;
    }

    /** How long to leave an object alone that comes along without us; nothing is written or told of it meanwhile. */
    default Optional<Duration> rest(R resource) {
        return Optional.empty();
    }

    /** Other objects whose changes concern this kind. */
    default List<Watch<?>> watches() {
        return List.of();
    }

    /** How often to look at an object that is ready and quiet, to find drift no event tells of. */
    default Duration resync() {
        return Duration.ofMinutes(10);
    }

    /** How often to look at a failed object although nothing about it changed; the host's own measure when empty. */
    default Optional<Duration> failedRecheck() {
        return Optional.empty();
    }

    /**
     * What has to happen before an object may vanish.
     *
     * @param finalizer the mark that keeps the object until then
     * @param inherited marks of those who looked after such objects before; they are never put on, and removed with our own
     * @param steps run from the top like the others; when all are done the marks are removed
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
