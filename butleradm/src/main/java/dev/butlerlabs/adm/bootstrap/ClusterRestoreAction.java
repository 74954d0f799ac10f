package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.restore.ExistingMachineFinder;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.PreviousEngineRecord;
import dev.butlerlabs.core.bootstrap.state.RestoreMarker;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.ProgressStep;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.retry.Sleeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Restores a management cluster: finds its machines, prompts for consent, deletes machines that are not in the backup, and runs a bootstrap with the content
 * of the backup. Can be repeated after a failure and then resumes.
 *
 * @param directory the local state of the cluster
 * @param timeouts of the run
 * @param poll how often to check whether a machine is deleted
 * @param display opens the display of the progress
 */
record ClusterRestoreAction(
        ClusterDirectory directory,
        ProviderRegistry providers,
        RunTimeouts timeouts,
        Duration poll,
        Supplier<ProgressDisplay> display,
        Clock clock) {
    private static final Duration DELETION_LIMIT = Duration.ofMinutes(10);
    private static final String INTERRUPTED = "Restore interrupted. Run the command again to resume.";

    /** Returns whether the last restore of the cluster was from this backup and is complete. */
    boolean isCompleted(RestoredCluster cluster) {
        return directory.restore().completed().filter(cluster.backup()::equals).isPresent();
    }

    /**
     * Restores the cluster.
     *
     * @param startOver whether to discard the progress of an interrupted restore
     * @param consent receives what will be changed, and throws if the user does not agree
     * @throws ButlerException with CONFLICT if the local state is of another cluster or run; or if the restore fails
     */
    BootstrapReport run(RestoredCluster cluster, boolean startOver, Consumer<String> consent) {
        try (RunLock _ = RunLock.take(directory, clock)) {
            return runLocked(cluster, startOver, consent);
        }
    }

    /** Does the same for a caller that holds the lock of the cluster. */
    BootstrapReport runLocked(RestoredCluster cluster, boolean startOver, Consumer<String> consent) {
        requireSameOwner(cluster);
        try (ConnectedInfrastructure infrastructure = cluster.connect(providers)) {
            ExistingMachineFinder machines = new ExistingMachineFinder(infrastructure, cluster.owner());
            ManagementClusterPlan plan = cluster.plan(providers);
            ExistingMachineFinder.Found found = machines.find(
                    plan.machines().stream().map(PlannedMachine::name).toList());
            consent.accept(
                    isResumed(cluster, startOver)
                            ? RestorePreviewText.resumption(cluster)
                            : RestorePreviewText.warning(cluster, plan, found));
            prepare(cluster, startOver);
            return BootstrapReport.of(logged(cluster, machines, found), directory);
        }
    }

    private boolean isResumed(RestoredCluster cluster, boolean startOver) {
        return !startOver
                && directory
                        .restore()
                        .started()
                        .filter(cluster.backup()::equals)
                        .isPresent();
    }

    private BootstrapResult logged(
            RestoredCluster cluster, ExistingMachineFinder machines, ExistingMachineFinder.Found found) {
        try (RunLogWriter log = new RunLogWriter(display.get(), directory.events(), clock)) {
            return log.tell("restore", "", progress -> {
                delete(machines, found.surplus(), progress);
                return restore(cluster, found.kept(), progress);
            });
        }
    }

    /** Another owner means another cluster of the same name, whose local state a restore would replace. */
    private void requireSameOwner(RestoredCluster cluster) {
        directory
                .keptOwner()
                .filter(owner -> !owner.equals(cluster.owner().uid()))
                .ifPresent(owner -> {
                    throw new ButlerException(
                            ErrorCode.CONFLICT,
                            "The local state of cluster %s belongs to another cluster: its owner is %s, that of the backup is %s."
                                    .formatted(cluster.name(), owner, cluster.owner()),
                            "Set BUTLER_HOME to another directory, or delete that cluster with butleradm destroy.");
                });
    }

    private void prepare(RestoredCluster cluster, boolean startOver) {
        RestoreMarker marker = directory.restore();
        Optional<String> started = marker.started();
        if (startOver) {
            directory.discardAnyEngine();
        } else if (started.isPresent() && !started.get().equals(cluster.backup())) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "An interrupted restore of cluster %s is from another backup.".formatted(cluster.name()),
                    "Use that backup, or discard the progress with --start-over.");
        } else if (started.isEmpty()
                && PreviousEngineRecord.in(directory.engine()).isPresent()) {
            requireFinished();
        }
        marker.start(cluster.backup());
        directory.keepOwner(cluster.owner().uid());
    }

    private void requireFinished() {
        if (!directory.isFinished()) {
            throw new ButlerException(
                    ErrorCode.CONFLICT,
                    "A bootstrap of cluster %s is not finished.".formatted(directory.cluster()),
                    "Discard its progress with --start-over: its machines are then wiped and used for the restore.");
        }
        directory.discardAnyEngine();
    }

    private void delete(ExistingMachineFinder machines, Set<String> names, ProgressReporter progress) {
        if (names.isEmpty()) {
            return;
        }
        ProgressStep step = progress.start("MachinesDeleted", "Deleting machines that are not in the backup");
        Instant deadline = clock.instant().plus(DELETION_LIMIT);
        for (String name : new TreeSet<>(names)) {
            machines.delete(name);
            while (!machines.isGone(name)) {
                if (clock.instant().isAfter(deadline)) {
                    throw new ButlerException(
                            ErrorCode.TIMEOUT, "Machine %s is still being deleted.".formatted(name), "Try again.");
                }
                step.waiting("waiting for the deletion of " + name);
                Sleeper.SYSTEM.pause(poll, INTERRUPTED);
            }
        }
        step.done(String.join(", ", new TreeSet<>(names)));
    }

    private BootstrapResult restore(RestoredCluster cluster, Set<String> existing, ProgressReporter progress) {
        EmbeddedEngine engine = EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(directory.engine()), 0, Optional.empty()), progress);
        BootstrapRequest request = new BootstrapRequest(
                cluster.resources(),
                directory,
                engine,
                providers,
                timeouts,
                Optional.of(new BootstrapRequest.Restore(
                        cluster.backup(), cluster.addresses(), existing, cluster.recovery())));
        return new EngineCleanup(engine, false, progress)
                .after(
                        () -> {
                            BootstrapResult result = new BootstrapRun(request, progress).run();
                            directory.restore().complete(cluster.backup());
                            return result;
                        },
                        () -> progress.message(
                                "Machines and progress so far are kept; to resume, run the same command again."));
    }
}
