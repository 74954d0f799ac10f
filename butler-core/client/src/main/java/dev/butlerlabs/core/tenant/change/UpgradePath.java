package dev.butlerlabs.core.tenant.change;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.TalosCompatibility;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The releases through which a cluster is upgraded to the requested one. Kubernetes does not allow skipping a minor release; workers follow
 * each step, may be up to three minor releases older than the control plane, and never newer. Immutable.
 *
 * @param steps the last one is the requested release; empty if the cluster already runs it
 */
public record UpgradePath(ReleaseVersion from, List<ReleaseVersion> steps) {
    private static final int MOST_BEHIND = 3;

    public UpgradePath {
        steps = List.copyOf(steps);
    }

    /**
     * The input of a plan.
     *
     * @param running the release of the control plane
     * @param workers the releases of the workers
     * @param talos the Talos version of the workers, if they run it
     * @param stops the releases to use on the path; otherwise the first of each minor release
     */
    public record Situation(
            ReleaseVersion running,
            List<ReleaseVersion> workers,
            Optional<VersionContract> talos,
            List<ReleaseVersion> stops) {
        public Situation {
            workers = List.copyOf(workers);
            stops = List.copyOf(stops);
        }
    }

    /**
     * Plans an upgrade. Pure function.
     *
     * @throws ButlerException with INVALID_INPUT for a downgrade, an unsupported release or a stop outside of the path, or with CONFLICT if
     *     the version skew of a worker is too large
     */
    public static UpgradePath plan(Situation now, ReleaseVersion wanted) {
        requireNoDowngrade(now.running(), wanted);
        requireStopsOnTheWay(now, wanted);
        List<ReleaseVersion> steps = new ArrayList<>();
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

    private static void requireNoDowngrade(ReleaseVersion running, ReleaseVersion wanted) {
        if (wanted.compareTo(running) < 0) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The cluster runs %s; a downgrade to %s is not possible.".formatted(running, wanted),
                    "Create a new cluster with %s and move the workloads.".formatted(wanted));
        }
        if (wanted.major() != running.major()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT, "No upgrade path from %s to %s.".formatted(running, wanted));
        }
    }

    private static void requireStopsOnTheWay(Situation now, ReleaseVersion wanted) {
        now.stops().stream()
                .filter(stop -> stop.major() != wanted.major()
                        || stop.minor() <= now.running().minor()
                        || stop.minor() >= wanted.minor())
                .findFirst()
                .ifPresent(stop -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            "%s is not between %s and %s.".formatted(stop, now.running(), wanted));
                });
    }

    /** The first release of each minor version always exists; callers may name later ones. */
    private static ReleaseVersion stop(List<ReleaseVersion> stops, int major, int minor) {
        return stops.stream()
                .filter(stop -> stop.minor() == minor)
                .findFirst()
                .orElseGet(() -> new ReleaseVersion(major, minor, 0));
    }

    /** Workers follow after every step, so only the first step can exceed the version skew. */
    private static void requireWorkersNearEnough(Situation now, List<ReleaseVersion> steps) {
        for (ReleaseVersion worker : now.workers()) {
            ReleaseVersion next = steps.isEmpty() ? now.running() : steps.getFirst();
            if (worker.compareTo(now.running()) > 0 && !worker.isSameMinor(now.running())) {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "A worker runs %s, which is newer than the control plane with %s."
                                .formatted(worker, now.running()));
            }
            if (next.minor() - worker.minor() > MOST_BEHIND) {
                throw new ButlerException(
                        ErrorCode.CONFLICT,
                        "A worker runs %s, which is too old for a control plane with %s.".formatted(worker, next),
                        "Wait until the workers are upgraded to %s.".formatted(now.running()));
            }
        }
    }

    private static void requireTalos(Situation now, ReleaseVersion step) {
        now.talos()
                .flatMap(talos -> TalosCompatibility.objection(talos, KubernetesVersion.parse(step.toString())))
                .ifPresent(objection -> {
                    throw new ButlerException(
                            ErrorCode.INVALID_INPUT,
                            objection,
                            "Change spec.workers.machineTemplate.os.talos.version first.");
                });
    }

    /** Returns text such as {@code v1.30.2 -> v1.31.0 -> v1.32.4}. */
    @Override
    public String toString() {
        StringBuilder path = new StringBuilder(from.toString());
        steps.forEach(step -> path.append(" -> ").append(step));
        return path.toString();
    }
}
