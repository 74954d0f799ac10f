package dev.butlerlabs.operator;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommandRegistry;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.ToolRunner;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Entry point of {@code butler-controllers}, the program of the controllers' container image. */
@Command(
        name = "butler-controllers",
        description = {
            "Run the Butler controllers until Ctrl-C or SIGTERM.",
            "Uses the pod's service account unless a kubeconfig is given. With several replicas, only the leader reconciles, unless --shards divides the tenant clusters; all serve the webhook."
        },
        footer = {
            "  butler-controllers --health-address 0.0.0.0:8080",
            "  butler-controllers --kubeconfig management.kubeconfig",
            "  butler-controllers console --base-url https://butler.example.com"
        })
public final class ButlerControllers implements Callable<Integer> {
    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ControllersOptions controllers = new ControllersOptions();

    @SuppressWarnings("unused") // set by picocli
    @Option(names = "--version", versionHelp = true, description = "Show the version and exit.")
    private boolean version;

    private ButlerControllers(CommandContext session) {
        this.session = session;
    }

    public static void main(String[] arguments) {
        ToolRunner.main(arguments, ButlerControllers::commands);
    }

    /** Returns the command and its only subcommand, the web console. */
    public static CommandRegistry commands(CommandContext session) {
        return new CommandRegistry(() -> new ButlerControllers(session))
                .with("console", () -> new PlatformConsoleCommand(session));
    }

    @Override
    public Integer call() {
        return ControllersAction.run(session, connection, controllers);
    }
}
