package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.version.Compatibility;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The releases a cluster goes through, one after another, to the one that is wanted. Kubernetes allows no minor release to be skipped;
 * workers follow each step, may lag behind by three minor releases and never be ahead.
 *
 * @param steps the last of them is the one that is wanted; empty when the cluster is there already
 */
public record UpgradePath(Release from, List<Release> steps) {
    private static final int MOST_BEHIND = 3;

    public UpgradePath {
        steps = List.copyOf(steps);
    }

    /**
     * What a plan goes by.
     *
     * @param running what the control plane runs
     * @param workers what the workers run
     * @param talos the Talos of the workers, if they run it
     * @param stops releases to take on the way; the first of their minor release where none is named
     */
    public record Situation(
            Release running, List<Release> workers, Optional<VersionContract> talos, List<Release> stops) {
        public Situation {
            workers = List.copyOf(workers);
            stops = List.copyOf(stops);
        }
    }

    public static UpgradePath plan(Situation now, Release wanted) {
        requireNoDowngrade(now.running(), wanted);
        requireStopsOnTheWay(now, wanted);
        List<Release> steps = new ArrayList<>();
        for (int minor = now.running().minor() + 1; minor < wanted.minor(); minor++) {
            steps.add(stop(now.stops(), wanted.major(), minor));
        }
        if (!wanted.equals(now.running())) {
            steps.add(wanted);
        }
        requireWorkersNearEnough(now, steps);
        steps.forEach(step -> requireTalos(now, step));
        return new UpgradePath(now.running(), steps);
    }

    private static void requireNoDowngrade(Release running, Release wanted) {
        if (wanted.compareTo(running) < 0) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The cluster runs %s; a downgrade to %s is not possible.".formatted(running, wanted),
                    "Make a new cluster with %s and move what runs on this one.".formatted(wanted));
        }
        if (wanted.major() != running.major()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "No way is known from %s to %s.".formatted(running, wanted));
        }
    }

    private static void requireStopsOnTheWay(Situation now, Release wanted) {
        now.stops().stream()
                .filter(stop -> stop.major() != wanted.major()
                        || stop.minor() <= now.running().minor()
                        || stop.minor() >= wanted.minor())
                .findFirst()
                .ifPresent(stop -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            "%s is not on the way from %s to %s.".formatted(stop, now.running(), wanted));
                });
    }

    /** The first release of a minor always exists; later ones are for the caller to name. */
    private static Release stop(List<Release> stops, int major, int minor) {
        return stops.stream()
                .filter(stop -> stop.minor() == minor)
                .findFirst()
                .orElseGet(() -> new Release(major, minor, 0));
    }

    /** Workers follow after every step, so only the first one can leave them too far behind. */
    private static void requireWorkersNearEnough(Situation now, List<Release> steps) {
        for (Release worker : now.workers()) {
            Release next = steps.isEmpty() ? now.running() : steps.getFirst();
            if (worker.compareTo(now.running()) > 0 && !worker.isSameMinor(now.running())) {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "A worker runs %s, ahead of the control plane with %s.".formatted(worker, now.running()));
            }
            if (next.minor() - worker.minor() > MOST_BEHIND) {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "A worker runs %s, which a control plane with %s leaves too far behind."
                                .formatted(worker, next),
                        "Wait until the workers have followed to %s.".formatted(now.running()));
            }
        }
    }

    private static void requireTalos(Situation now, Release step) {
        now.talos()
                .flatMap(talos -> Compatibility.objection(talos, KubernetesVersion.parse(step.toString())))
                .ifPresent(objection -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            objection,
                            "Change spec.workers.machineTemplate.os.talos.version first.");
                });
    }

    /** {@code v1.30.2 -> v1.31.0 -> v1.32.4}. */
    @Override
    public String toString() {
        StringBuilder path = new StringBuilder(from.toString());
        steps.forEach(step -> path.append(" -> ").append(step));
        return path.toString();
    }
}
