package dev.butlerlabs.core.rollout;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.retry.Sleeper;
import dev.butlerlabs.core.upgrade.UpgradeHop;
import dev.butlerlabs.core.upgrade.UpgradeRoute;
import dev.butlerlabs.core.upgrade.UpgradeRoutePlanner;
import dev.butlerlabs.core.upgrade.UpgradeTarget;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Upgrades a cluster: observes it, makes the next change, and waits until it is complete. Keeps no state of its own, so an interrupted
 * upgrade can be repeated and resumes where it stopped. Stops at the first node that does not become healthy.
 *
 * <p>Use one instance for one run, while holding the lock of the cluster.
 */
public final class UpgradeRun {
    private final UpgradeGateway gateway;
    private final VersionList list;
    private final UpgradeTarget target;
    private final UpgradeTimeouts timeouts;
    private final UpgradeProgress progress;
    private final Clock clock;
    private final Sleeper sleeper;
    private final Runnable requirement;
    private final Set<String> requested = new HashSet<>();
    private final Set<ReleaseVersion> pulled = new HashSet<>();
    /** Why a node was returned to its previous Talos version. */
    private final Map<String, String> rolledBack = new HashMap<>();

    /** Why the upgrade of a node failed, as its machine reported it before it restarted. */
    private final Map<String, String> failures = new HashMap<>();

    private Optional<Instant> waitingSince = Optional.empty();
    private Optional<Instant> troubledSince = Optional.empty();
    private Optional<UpgradeHop> current = Optional.empty();
    private int changes;

    /** @param requirement throws if the run must not continue; called before each observation */
    public UpgradeRun(
            UpgradeGateway gateway,
            VersionList list,
            UpgradeTarget target,
            UpgradeTimeouts timeouts,
            ProgressReporter progress,
            Clock clock,
            Sleeper sleeper,
            Runnable requirement) {
        this.gateway = gateway;
        this.list = list;
        this.target = target;
        this.timeouts = timeouts;
        this.progress = new UpgradeProgress(progress);
        this.clock = clock;
        this.sleeper = sleeper;
        this.requirement = requirement;
    }

    /**
     * Upgrades Talos and Kubernetes on all nodes to the target.
     *
     * @return the number of changes
     * @throws ButlerException if a node does not become healthy, or no path leads to the target
     */
    public int upgradeNodes() {
        boolean isComplete = false;
        while (!isComplete) {
            isComplete = attempt();
        }
        progress.complete();
        return changes;
    }

    /**
     * Observes the cluster and makes one change. A server that does not respond is expected while a control plane node restarts; the
     * change is then made again if the next observation requires it.
     *
     * @return whether the target is reached
     */
    private boolean attempt() {
        try {
            requirement.run();
            return advance(gateway.observe());
        } catch (ButlerException e) {
            if (e.code().kind() != ErrorKind.UNREACHABLE) {
                throw progress.failed(e);
            }
            await(new UpgradeChange.AwaitChange("the cluster", message(e), changes > 0), Optional.empty());
            return false;
        }
    }

    /** @return whether the target is reached */
    private boolean advance(UpgradeObservation cluster) {
        progress.observe(cluster);
        UpgradeChange action = UpgradeDecision.next(cluster, () -> hop(cluster), requested);
        switch (action) {
            case UpgradeChange.AwaitChange change -> await(change, Optional.of(cluster));
            case UpgradeChange.UpgradeTalos upgrade -> upgrade(upgrade);
            case UpgradeChange.SetComponent set -> {
                pullImages(set.version());
                progress.start(action);
                gateway.setComponent(set.node(), set.component(), set.version());
                changed();
            }
            case UpgradeChange.CompleteAttempt(String node) -> {
                gateway.clearAttempt(node);
                requested.remove(node);
                clearWaits();
            }
            case UpgradeChange.ReportRollback report -> throw rolledBack(report);
            case UpgradeChange.FinishHop _ -> {
                return finish(cluster);
            }
        }
        return false;
    }

    /** @return whether nothing is left */
    private boolean finish(UpgradeObservation cluster) {
        progress.startManifests();
        Optional<String> missing = gateway.updateManifests();
        if (missing.isPresent()) {
            await(new UpgradeChange.AwaitChange(UpgradeProgress.MANIFESTS, missing.get(), true), Optional.empty());
            return false;
        }
        gateway.recordVersions(
                cluster.lowestTalos().orElseThrow(), cluster.lowestKubernetes().orElseThrow());
        return true;
    }

    /** Pulls the images of a version once, before the first component is changed to it. */
    private void pullImages(ReleaseVersion version) {
        if (!pulled.contains(version)) {
            progress.startImages(version);
            gateway.pullImages(version);
            pulled.add(version);
        }
    }

    /** Returns the next step; empty if the target is reached. */
    private Optional<UpgradeHop> hop(UpgradeObservation cluster) {
        ReleaseVersion talos = cluster.lowestTalos().orElseThrow();
        ReleaseVersion kubernetes = cluster.lowestKubernetes().orElseThrow();
        UpgradeRoute route = UpgradeRoutePlanner.plan(list, talos, kubernetes, withKeptVersions(talos, kubernetes));
        if (!route.blockers().isEmpty()) {
            throw progress.failed(new ButlerException(
                    ErrorCode.OPERATION_FAILED,
                    route.blockers().getFirst().sentence(),
                    route.blockers().getFirst().fix()));
        }
        Optional<UpgradeHop> next = route.hops().stream().findFirst();
        next.ifPresent(hop -> recordReached(hop, talos, kubernetes));
        return next;
    }

    /** A version that was not requested is kept, whatever it is by now. */
    private UpgradeTarget withKeptVersions(ReleaseVersion talos, ReleaseVersion kubernetes) {
        return new UpgradeTarget(
                target.talos().or(() -> Optional.of(talos)), target.kubernetes().or(() -> Optional.of(kubernetes)));
    }

    private void recordReached(UpgradeHop hop, ReleaseVersion talos, ReleaseVersion kubernetes) {
        if (!current.equals(Optional.of(hop))) {
            gateway.recordVersions(talos, kubernetes);
            current = Optional.of(hop);
        }
    }

    private void upgrade(UpgradeChange.UpgradeTalos upgrade) {
        progress.start(upgrade);
        gateway.recordAttempt(upgrade.node(), new UpgradeAttempt(upgrade.version(), upgrade.bootId()));
        try {
            gateway.upgradeTalos(upgrade.node(), upgrade.installer());
        } catch (ButlerException e) {
            if (e.code() == ErrorCode.NOT_READY) {
                // The machine may already work on an earlier request.
                await(new UpgradeChange.AwaitChange(upgrade.node(), message(e), true), Optional.empty());
                return;
            }
            if (e.code().kind() != ErrorKind.UNREACHABLE) {
                gateway.clearAttempt(upgrade.node());
            }
            throw new ButlerException(
                    e.code(),
                    "%s: %s".formatted(upgrade.node(), e.getMessage()),
                    e.code() == ErrorCode.NOT_FOUND
                            ? "Check that the registry has the image, then run the command again to resume."
                            : e.hint(),
                    e.problems(),
                    e);
        }
        requested.add(upgrade.node());
        changed();
    }

    private void changed() {
        changes++;
        clearWaits();
    }

    private void clearWaits() {
        waitingSince = Optional.empty();
        troubledSince = Optional.empty();
    }

    private void await(UpgradeChange.AwaitChange change, Optional<UpgradeObservation> cluster) {
        Instant now = clock.instant();
        waitingSince = waitingSince.or(() -> Optional.of(now));
        troubledSince = change.isUpgrading() ? Optional.empty() : troubledSince.or(() -> Optional.of(now));
        progress.waiting(change);
        if (requested.contains(change.subject())) {
            gateway.upgradeFailure(change.subject())
                    .ifPresent(reason -> failures.putIfAbsent(change.subject(), reason));
        }
        if (isOver(troubledSince, timeouts.problem(), now)) {
            throw progress.failed(new ButlerException(
                    ErrorCode.OPERATION_FAILED,
                    "The upgrade stopped because of %s: %s.".formatted(change.subject(), change.reason()),
                    "Repair it, then run the command again to resume. See butleradm status."));
        }
        if (isOver(waitingSince, timeouts.node(), now)) {
            giveUp(change, cluster);
        }
        sleeper.pause(timeouts.poll(), "Upgrade interrupted. Run the command again to resume.");
    }

    private static boolean isOver(Optional<Instant> since, Duration limit, Instant now) {
        return since.filter(start -> now.isAfter(start.plus(limit))).isPresent();
    }

    /** A node that runs the new Talos version but does not become healthy is returned to the previous one, once. */
    private void giveUp(UpgradeChange.AwaitChange change, Optional<UpgradeObservation> cluster) {
        boolean canRollBack = cluster.stream()
                .flatMap(state -> state.nodes().stream())
                .filter(node -> node.name().equals(change.subject()))
                .anyMatch(node -> node.attempt()
                        .flatMap(attempt -> node.talos().filter(version -> version.compareTo(attempt.target()) >= 0))
                        .isPresent());
        if (!canRollBack || rolledBack.putIfAbsent(change.subject(), change.reason()) != null) {
            throw progress.failed(
                    new ButlerException(
                            ErrorCode.OPERATION_FAILED,
                            "%s did not become healthy within %s: %s."
                                    .formatted(change.subject(), words(timeouts.node()), change.reason()),
                            "The upgrade stopped and no other node was changed. Repair or replace it, then run the command again to resume."));
        }
        progress.warning("%s did not become healthy within %s: %s. It returns to the previous Talos version."
                .formatted(change.subject(), words(timeouts.node()), change.reason()));
        gateway.rollBack(change.subject());
        clearWaits();
    }

    private ButlerException rolledBack(UpgradeChange.ReportRollback report) {
        gateway.clearAttempt(report.node());
        String message = Optional.ofNullable(rolledBack.get(report.node()))
                .map(reason -> "%s did not become healthy with Talos %s and was returned to %s: %s."
                        .formatted(report.node(), report.target(), report.running(), reason))
                .orElseGet(() -> "%s did not start Talos %s and runs %s again%s."
                        .formatted(
                                report.node(),
                                report.target(),
                                report.running(),
                                Optional.ofNullable(failures.get(report.node()))
                                        .map(reason -> ": " + reason)
                                        .orElse("")));
        return progress.failed(
                new ButlerException(
                        ErrorCode.OPERATION_FAILED,
                        message,
                        "The upgrade stopped and no other node was changed. See butleradm talos logs for its reason, then run the command again."));
    }

    /**
     * Upgrades the platform addons.
     *
     * @return the number of addons
     * @throws ButlerException if an addon fails or takes too long
     */
    public int upgradePlatform() {
        ProgressStep step = progress.startPlatform();
        Instant end = clock.instant().plus(timeouts.node());
        Optional<Integer> count = Optional.empty();
        while (count.isEmpty()) {
            requirement.run();
            count = advancePlatform(step, end);
        }
        return count.get();
    }

    /** @return the number of addons if all are ready */
    private Optional<Integer> advancePlatform(ProgressStep step, Instant end) {
        switch (gateway.upgradePlatform()) {
            case PlatformProgress.Complete(int count) -> {
                step.done("%d addons".formatted(count));
                return Optional.of(count);
            }
            case PlatformProgress.Failed(String reason) -> {
                step.failed(reason);
                throw new ButlerException(ErrorCode.ADDON_FAILED, reason + ".");
            }
            case PlatformProgress.Pending(String reason) -> awaitPlatform(step, end, reason);
        }
        return Optional.empty();
    }

    private void awaitPlatform(ProgressStep step, Instant end, String reason) {
        step.waiting(reason);
        if (clock.instant().isAfter(end)) {
            step.failed(reason);
            throw new ButlerException(
                    ErrorCode.TIMEOUT,
                    "The platform addons were not ready within %s: %s.".formatted(words(timeouts.node()), reason));
        }
        sleeper.pause(timeouts.poll(), "Upgrade interrupted. Run the command again to resume.");
    }

    private static String message(ButlerException e) {
        return String.valueOf(e.getMessage()).replaceFirst("\\.$", "");
    }

    private static String words(Duration limit) {
        return limit.toMinutes() > 0 ? limit.toMinutes() + " minutes" : limit.toSeconds() + " seconds";
    }
}
