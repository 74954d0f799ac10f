package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.EngineType;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.state.RunLogFile;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.engine.Engine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.progress.RunTimeline;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.nio.file.Files;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Creates a management cluster. */
@Command(
        name = "bootstrap",
        description = {
            "Create a management cluster from a bootstrap file.",
            "If interrupted, rerun the command to resume; no resource is created twice.",
            "Fails after --timeout (default: 1h), or when a step exceeds its part of it (3m or more)."
        },
        footer = {
            "  butleradm bootstrap harvester -c bootstrap.yaml",
            "  butleradm bootstrap nutanix -c bootstrap.yaml --dry-run",
            "  butleradm bootstrap aws -c bootstrap.yaml --engine embedded -o json",
            "  butleradm bootstrap attach demo"
        })
public final class BootstrapCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Mixin
    private EngineOptions engines = new EngineOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Parameters(arity = "0..1", paramLabel = "PROVIDER", description = "Infrastructure provider; must match the file.")
    private String provider;

    @Option(
            names = "--dry-run",
            description = "Print the planned machines and resources. Connects to nothing and changes nothing.")
    private boolean dryRun;

    @Option(names = "--skip-preflight", description = "Skip the checks of the infrastructure.")
    private boolean skipPreflight;

    @Option(
            names = {"--keep-engine", "--skip-cleanup"},
            description = "Keep the engine when the cluster is ready.")
    private boolean keepEngine;

    private BootstrapCommand(CommandContext session) {
        this.session = session;
    }

    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new BootstrapCommand(session))
                .with("attach", () -> new AttachCommand(session));
    }

    @Override
    public Integer call() {
        ProviderRegistry providers = ProviderRegistry.load();
        BootstrapPlan plan = file.read(session, file.surroundings(), providers, Optional.ofNullable(provider));
        if (dryRun) {
            new BootstrapDryRun(output.printer(session, common)).print(plan);
            return 0;
        }
        ClusterDirectory folder = ClusterStateLocations.ofThisUser().cluster(plan.cluster());
        OutputPrinter printer = output.printer(session, common);
        ResultText.print(printer, make(plan, folder, providers));
        if (printer.format() == OutputFormat.TABLE || printer.format() == OutputFormat.WIDE) {
            printer.out().println();
            RunTimeline.of(new RunLogFile(folder.events()).news())
                    .last()
                    .ifPresent(run -> TimelineText.run(printer, run));
        }
        return 0;
    }

    private BootstrapResult make(BootstrapPlan plan, ClusterDirectory folder, ProviderRegistry providers) {
        try (RunLock _ = RunLock.take(folder, session.clock())) {
            requireUnfinished(folder);
            try (RunLogWriter story =
                    new RunLogWriter(common.progress(session, output.format()), folder.events(), session.clock())) {
                return story.tell("bootstrap", progress -> checkAndRun(plan, folder, providers, progress));
            }
        }
    }

    /** Rejects a cluster that is complete. Requires the lock, because another run may have just completed it. */
    private void requireUnfinished(ClusterDirectory folder) {
        if (!folder.isFinished()) {
            return;
        }
        if (!keepEngine) {
            // A run that was killed between its last step and the deletion of its engine left the engine's data,
            // secrets included.
            folder.discardEngine();
        }
        throw new ButlerException(
                ErrorCode.CONFLICT,
                "Cluster %s already exists; its kubeconfig is %s.".formatted(folder.cluster(), folder.kubeconfig()),
                "Choose another name, or delete the cluster first: butleradm destroy %s -c %s"
                        .formatted(folder.cluster(), file.file()));
    }

    private BootstrapResult checkAndRun(
            BootstrapPlan plan, ClusterDirectory folder, ProviderRegistry providers, ProgressReporter progress) {
        EngineSelection chosen = engines.choose(folder);
        progress.message(chosen.toString());
        if (!skipPreflight) {
            new PreflightAction(progress).require(plan, folder.keptOwner());
        }
        BootstrapResult result = run(plan, folder, providers, progress, engines.start(chosen, plan, folder, progress));
        if (chosen.kind() == EngineType.EXISTING) {
            progress.message(
                    "The engine keeps a copy of the cluster's resources, including keys, until you run: butleradm destroy "
                            + plan.cluster());
        }
        return result;
    }

    private BootstrapResult run(
            BootstrapPlan plan,
            ClusterDirectory folder,
            ProviderRegistry providers,
            ProgressReporter progress,
            Engine engine) {
        try {
            BootstrapResult result = new BootstrapRun(
                            new BootstrapRequest(plan.resources(), folder, engine, providers, tempo()), progress)
                    .run();
            engine.close();
            if (!keepEngine) {
                remove(engine, progress);
            }
            return result;
        } catch (RuntimeException e) {
            // The interruption has already taken effect. Clear it, so that the final messages can be written.
            Thread.interrupted();
            if (Files.exists(folder.folder())) {
                progress.message(
                        "Resources created so far are kept. To resume, run the same command again; to give up: butleradm destroy "
                                + plan.cluster() + " -c " + file.file());
            }
            engine.close();
            throw e;
        }
    }

    /** Removes the engine. A failure is only a warning: the cluster is complete and does not need the engine. */
    private static void remove(Engine engine, ProgressReporter progress) {
        try {
            engine.remove();
        } catch (ButlerException e) {
            progress.warning("Could not remove %s: %s %s".formatted(engine.description(), e.getMessage(), e.hint()));
        }
    }

    private RunTimeouts tempo() {
        return wait.timeout().map(RunTimeouts.standard()::withLimit).orElseGet(RunTimeouts::standard);
    }
}
