package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.plan.BootstrapPlan;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.bootstrap.state.ClusterDirectory;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.WaitOptions;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import dev.butlerlabs.core.provider.ProviderRegistry;
import java.nio.file.Path;
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
            "For the provider local no file is needed: creates one node in a container; see --control-planes and --workers.",
            "If interrupted, rerun the command to resume; no resource is created twice.",
            "Fails after --timeout (default: 1h), or when a step exceeds its part of it (3m or more)."
        },
        footer = {
            "  butleradm bootstrap local --workers 2",
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
    private LocalClusterOptions local = new LocalClusterOptions();

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
        Optional<LocalBootstrapFile> builtIn =
                local.file(LocalBootstrapFile.PROVIDER.equals(provider) && !file.isGiven());
        BootstrapPlan plan = builtIn.map(text -> file.read(session, text, providers))
                .orElseGet(() -> file.read(session, file.surroundings(), providers, Optional.ofNullable(provider)));
        OutputPrinter printer = output.printer(session, common);
        if (dryRun) {
            new BootstrapDryRun(printer).print(plan);
        } else {
            ResultText.print(
                    printer,
                    action(plan, builtIn, providers).run(plan),
                    session.terminal().outputColumns());
        }
        return 0;
    }

    private BootstrapAction action(
            BootstrapPlan plan, Optional<LocalBootstrapFile> builtIn, ProviderRegistry providers) {
        ClusterDirectory directory = ClusterStateLocations.ofThisUser(session).cluster(plan.cluster());
        Path path = builtIn.map(_ -> directory.bootstrapFile()).orElseGet(file::file);
        return new BootstrapAction(
                directory,
                providers,
                engines.starter(),
                new BootstrapAction.Settings(
                        path, builtIn.map(LocalBootstrapFile::text), skipPreflight, keepEngine, timeouts()),
                () -> common.screen(
                        session,
                        output.format(),
                        plan.cluster(),
                        "Ctrl-C stops; the same command resumes. Watch from elsewhere: butleradm bootstrap attach "
                                + plan.cluster()),
                session.clock());
    }

    private RunTimeouts timeouts() {
        return wait.timeout().map(RunTimeouts.standard()::withLimit).orElseGet(RunTimeouts::standard);
    }
}
