package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The restore of a management cluster, for the command in another package. */
public final class ClusterRestore {
    private static final Duration POLL = Duration.ofSeconds(2);

    private final CommandContext session;
    private final OutputPrinter printer;
    private final Supplier<ProgressDisplay> display;
    private final PlanOptions file;
    private final Optional<Duration> timeout;

    /** @param file the bootstrap file of another infrastructure, if any */
    public ClusterRestore(
            CommandContext session,
            OutputPrinter printer,
            Supplier<ProgressDisplay> display,
            PlanOptions file,
            Optional<Duration> timeout) {
        this.session = session;
        this.printer = printer;
        this.display = display;
        this.file = file;
        this.timeout = timeout;
    }

    /**
     * Restores a cluster and prints the result.
     *
     * @param startOver whether to discard the progress of an interrupted restore, or to repeat a completed one
     * @param consent receives what will be changed, and throws if the user does not agree
     */
    public void run(RestoredCluster backup, boolean startOver, Consumer<String> consent) {
        ProviderRegistry providers = ProviderRegistry.load();
        RestoredCluster cluster = file.isGiven()
                ? backup.on(file.read(session, file.surroundings(), providers, Optional.empty())
                        .resources())
                : backup;
        ClusterDirectory directory = ClusterStateLocations.ofThisUser(session).cluster(cluster.name());
        ClusterRestoreAction action = new ClusterRestoreAction(
                directory,
                providers,
                timeout.map(RunTimeouts.standard()::withLimit).orElseGet(RunTimeouts::standard),
                POLL,
                display,
                session.clock());
        if (!startOver && action.isCompleted(cluster)) {
            directory.discardEngine();
            if (printer.format().isDocument()) {
                printer.document(document(directory));
            }
            session.messages()
                    .print(
                            "Cluster %s is already restored from this backup; its kubeconfig is %s. To restore it again, pass --start-over."
                                    .formatted(cluster.name(), directory.kubeconfig()));
            return;
        }
        ResultText.print(
                printer,
                action.run(cluster, startOver, consent),
                session.terminal().outputColumns());
    }

    private static Map<String, Object> document(ClusterDirectory directory) {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("cluster", directory.cluster());
        document.put("kubeconfig", directory.kubeconfig().toString());
        document.put("talosconfig", directory.talosconfig().toString());
        return document;
    }

    /**
     * Restores the backup of a rehearsal on simulated machines.
     *
     * @param keep whether to keep the cluster running until the process is interrupted
     * @return the exit code
     */
    public int rehearse(RestoredCluster cluster, boolean keep) {
        ProviderRegistry providers = ProviderRegistry.load();
        BootstrapPlan plan =
                file.read(session, PlaceholderSecrets.in(file.surroundings()), providers, Optional.empty());
        RestoreRehearsal rehearsal = new RestoreRehearsal(
                ClusterStateLocations.ofRehearsals(session).cluster(cluster.name()),
                providers,
                timeout.map(RunTimeouts.brisk()::withLimit).orElseGet(RunTimeouts::brisk),
                display,
                session.clock());
        return rehearsal.run(cluster, plan, keep, printer) ? 0 : ErrorKind.CANCELLED.exitCode();
    }
}
