package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.console.ConsoleOptions;
import dev.butlerlabs.core.bootstrap.cleanup.DeletionReceipt;
import dev.butlerlabs.core.bootstrap.cleanup.OwnedResourceDestroyer;
import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.BootstrapRequest;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.BootstrapRun;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.bootstrap.state.RunLock;
import dev.butlerlabs.core.bootstrap.step.RehearsalKeyPool;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.engine.EmbeddedEngine;
import dev.butlerlabs.core.engine.EmbeddedEngineOptions;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.progress.ProgressReporter;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.FaultSpec;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Creates and deletes a management cluster on simulated infrastructure. */
@Command(
        name = "rehearse",
        description = {
            "Run a bootstrap on simulated infrastructure, offline and on loopback.",
            "Runs the same code as bootstrap. Endpoints, VIP and pools are replaced by loopback addresses. Secrets may be missing.",
            "Fails after --timeout (default: 15m), or when a step exceeds its part of it (3m or more)."
        },
        footer = {
            "  butleradm rehearse -c bootstrap.yaml",
            "  butleradm rehearse -c bootstrap.yaml --fault create:lost-response@cp-1",
            "  butleradm rehearse -c bootstrap.yaml --keep",
            "  butleradm rehearse -c bootstrap.yaml --keep --console --open"
        })
public final class RehearseCommand implements Callable<Integer> {
    private static final Duration POLL = Duration.ofMillis(100);
    private static final String HINT = "Ctrl-C stops the rehearsal.";
    private static final String STOPPED =
            "Rehearsal stopped; only its log is kept. To start over, run the same command again.";
    private static final Duration REMOVAL_LIMIT = Duration.ofMinutes(2);

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private PlanOptions file = new PlanOptions();

    @Mixin
    private WaitOptions wait = new WaitOptions();

    @Option(
            names = "--fault",
            paramLabel = "FAULT",
            description =
                    "Fault to inject: operation:kind, operation:kind@machine or operation:kind*times; repeatable.")
    private List<String> faults = List.of();

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            defaultValue = "0",
            description = "Random seed (default: ${DEFAULT-VALUE}).")
    private long seed;

    @Option(
            names = "--keep",
            description = "Keep the simulation running until Ctrl-C, for example to create tenant clusters in it.")
    private boolean keep;

    @Option(names = "--console", description = "With --keep: serve the web console of the cluster on 127.0.0.1.")
    private boolean console;

    @Mixin
    private ConsoleOptions consoleOptions = new ConsoleOptions();

    public RehearseCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        validateConsole();
        ProviderRegistry providers = ProviderRegistry.load();
        FaultPlan plan = faultPlan();
        BootstrapPlan wanted =
                file.read(session, PlaceholderSecrets.in(file.surroundings()), providers, Optional.empty());
        ClusterDirectory folder = ClusterStateLocations.ofRehearsals(session).cluster(wanted.cluster());
        try (RunLock _ = RunLock.take(folder, session.clock());
                RehearsalEnvironment rehearsal = RehearsalEnvironment.start(wanted, plan)) {
            if (keep) {
                keep(make(rehearsal, folder, providers).result());
                return ErrorKind.CANCELLED.exitCode();
            }
            Rehearsed rehearsed = makeAndRemove(rehearsal, folder, providers);
            RehearsalText.print(
                    output.printer(session, common),
                    BootstrapReport.of(rehearsed.result(), folder),
                    rehearsed.receipt());
            folder.forget();
            return 0;
        }
    }

    private void keep(BootstrapResult result) {
        if (console) {
            RehearsalKeeper.keepWithConsole(result, session, output.printer(session, common), consoleOptions);
        } else {
            RehearsalKeeper.keep(result, output.printer(session, common));
        }
    }

    /** The results of creating and deleting the cluster. */
    private record Rehearsed(BootstrapResult result, DeletionReceipt receipt) {}

    private BootstrapReport make(RehearsalEnvironment rehearsal, ClusterDirectory folder, ProviderRegistry providers) {
        BootstrapResult result = logged(rehearsal, folder, progress -> run(rehearsal, folder, providers, progress));
        return BootstrapReport.of(result, folder);
    }

    private Rehearsed makeAndRemove(
            RehearsalEnvironment rehearsal, ClusterDirectory folder, ProviderRegistry providers) {
        return logged(rehearsal, folder, progress -> {
            BootstrapResult result = run(rehearsal, folder, providers, progress);
            return new Rehearsed(result, destroy(rehearsal, folder, progress));
        });
    }

    /** Runs work with a log, in which injected faults are reported as they happen. */
    private <T> T logged(RehearsalEnvironment rehearsal, ClusterDirectory folder, Function<ProgressReporter, T> work) {
        try (RunLogWriter log = new RunLogWriter(
                common.screen(session, output.format(), folder.cluster(), HINT), folder.events(), session.clock())) {
            return log.tell("rehearsal", STOPPED, progress -> {
                try (FaultObserver faults =
                        new FaultObserver(folder.cluster(), progress, rehearsal.infrastructure()::count)) {
                    log.notify(faults);
                    rehearsal.infrastructure().faults().observedBy(faults);
                    return work.apply(progress);
                }
            });
        }
    }

    private void validateConsole() {
        List<InputProblem> problems = new ArrayList<>();
        if (console && !keep) {
            problems.add(new InputProblem("--console", "requires --keep"));
        }
        if (consoleOptions.isGiven() && !console) {
            problems.add(new InputProblem("--open, --port", "require --console"));
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
        consoleOptions.validate();
    }

    private FaultPlan faultPlan() {
        FaultPlan plan = new FaultPlan(seed);
        List<InputProblem> problems = new ArrayList<>();
        for (String text : faults) {
            try {
                plan.order(FaultSpec.parse(text));
            } catch (IllegalArgumentException e) {
                problems.add(new InputProblem("--fault", e.getMessage()));
            }
        }
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid fault:", problems);
        }
        return plan;
    }

    private BootstrapResult run(
            RehearsalEnvironment rehearsal,
            ClusterDirectory folder,
            ProviderRegistry providers,
            ProgressReporter progress) {
        RunTimeouts timeouts = timeouts()
                .withImages(rehearsal.imageOptions())
                .startSecrets(rehearsal.resources().clusterBootstrap());
        progress.message("Rehearsal: nothing outside this machine is contacted or changed.");
        rehearsal.changes().forEach(progress::message);
        new PreflightAction(progress).require(rehearsal.plan(), Optional.empty());
        // The simulated machines of an earlier rehearsal no longer exist, so the engine state that refers to them is
        // useless.
        EmbeddedEngine.discard(folder.engine());
        try (EmbeddedEngine engine = EmbeddedEngine.start(
                new EmbeddedEngineOptions(Optional.of(folder.engine()), 0, Optional.empty()), progress)) {
            BootstrapRequest request = new BootstrapRequest(rehearsal.resources(), folder, engine, providers, timeouts);
            return new BootstrapRun(request, progress).run();
        }
    }

    private RunTimeouts timeouts() {
        RunTimeouts timeouts =
                wait.timeout().map(RunTimeouts.brisk()::withLimit).orElseGet(RunTimeouts::brisk);
        RehearsalKeyPool keys = new RehearsalKeyPool(
                ClusterStateLocations.ofRehearsals(session).folder().resolve("keys"), new SecureRandom()::nextInt);
        return timeouts.withBootstrap(timeouts.bootstrap().withSecrets(keys));
    }

    private DeletionReceipt destroy(
            RehearsalEnvironment rehearsal, ClusterDirectory folder, ProgressReporter progress) {
        BootstrapPlan plan = rehearsal.plan();
        try (ConnectedInfrastructure infrastructure = plan.provider().connect(plan.access())) {
            return new OwnedResourceDestroyer(infrastructure, progress, session.clock(), POLL, REMOVAL_LIMIT)
                    .destroy(new OwnerId(folder.keptOwner().orElseThrow()));
        }
    }
}
