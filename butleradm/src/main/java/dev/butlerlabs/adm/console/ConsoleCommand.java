package dev.butlerlabs.adm.console;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ConnectionOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Serves the web console until the process is interrupted. */
@Command(
        name = "console",
        description = {
            "Serve the web console of a management cluster on this machine until Ctrl-C.",
            "It acts with the credentials of the kubeconfig and listens on 127.0.0.1 only. Each link logs one browser in, once."
        },
        footer = {"  butleradm console --open", "  butleradm console --context prod --port 8080"})
public final class ConsoleCommand implements Callable<Integer> {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ConnectionOptions connection = new ConnectionOptions();

    @Mixin
    private ConsoleOptions console = new ConsoleOptions();

    public ConsoleCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public Integer call() {
        console.validate();
        new ConsoleRun(session, console, output.printer(session, common)).serve(connection);
        session.messages().print("Console stopped.");
        return ErrorKind.CANCELLED.exitCode();
    }
}
