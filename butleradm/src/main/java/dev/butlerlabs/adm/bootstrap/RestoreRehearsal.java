package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.cleanup.DeletionReceipt;
import dev.butlerlabs.core.bootstrap.cleanup.OwnedResourceDestroyer;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.sim.fault.FaultPlan;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Restores the backup of a rehearsal on new simulated machines.
 *
 * @param directory the local state of the rehearsal
 * @param timeouts of the run
 * @param display opens the display of the progress
 */
record RestoreRehearsal(
        ClusterDirectory directory,
        ProviderRegistry providers,
        RunTimeouts timeouts,
        Supplier<ProgressDisplay> display,
        Clock clock) {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration REMOVAL_LIMIT = Duration.ofMinutes(2);

    /**
     * Runs the rehearsal.
     *
     * @param original the plan of the bootstrap file
     * @param keep whether to keep the cluster running until the process is interrupted
     * @return whether the cluster was deleted at the end
     */
    boolean run(RestoredCluster cluster, BootstrapPlan original, boolean keep, OutputPrinter printer) {
        requireSame(cluster, original);
        try (RunLock _ = RunLock.take(directory, clock);
                RehearsalEnvironment rehearsal = RehearsalEnvironment.start(original, FaultPlan.none())) {
            // The simulated machines of an earlier rehearsal no longer exist.
            directory.forget();
            ClusterRestoreAction action = new ClusterRestoreAction(
                    directory, providers, timeouts.withImages(rehearsal.imageOptions()), POLL, display, clock);
            BootstrapReport report = action.runLocked(cluster.on(rehearsal.resources()), false, _ -> {});
            if (keep) {
                RehearsalKeeper.keep(report.result(), printer);
                return false;
            }
            RehearsalText.print(printer, report, destroy(rehearsal, cluster));
            directory.forget();
            return true;
        }
    }

    private static void requireSame(RestoredCluster cluster, BootstrapPlan plan) {
        if (!plan.cluster().equals(cluster.name())) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The bootstrap file describes cluster %s, not %s.".formatted(plan.cluster(), cluster.name()),
                    "Use the bootstrap file of cluster " + cluster.name() + ".");
        }
    }

    private DeletionReceipt destroy(RehearsalEnvironment rehearsal, RestoredCluster cluster) {
        BootstrapPlan plan = rehearsal.plan();
        try (ProgressDisplay shown = display.get();
                ConnectedInfrastructure infrastructure = plan.provider().connect(plan.access())) {
            return new OwnedResourceDestroyer(
                            infrastructure, new ProgressReporter(shown, clock), clock, POLL, REMOVAL_LIMIT)
                    .destroy(cluster.owner());
        }
    }
}
