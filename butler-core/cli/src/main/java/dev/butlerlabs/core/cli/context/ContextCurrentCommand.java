package dev.butlerlabs.core.cli.context;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.ContextOptions;
import dev.butlerlabs.core.cli.OutputOptions;
import dev.butlerlabs.core.cli.identity.FactPrinter;
import dev.butlerlabs.core.cli.output.OutputPrinter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Shows the context that commands use. */
@Command(
        name = "current",
        description = {
            "Show the cluster that commands use, and why.",
            "The first of these decides: --kubeconfig, --context, BUTLER_CONTEXT, KUBECONFIG, the context chosen with 'context use', the only management cluster in BUTLER_HOME (default: ~/.butler), ~/.kube/config."
        },
        footer = {"  ${ROOT-COMMAND-NAME} context current", "  ${ROOT-COMMAND-NAME} context current -o json"})
final class ContextCurrentCommand implements Runnable {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Mixin
    private ContextOptions options = new ContextOptions();

    ContextCurrentCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        CurrentContext current = CurrentContext.find(session, options);
        OutputPrinter printer = output.printer(session, common);
        switch (output.format()) {
            case TABLE, WIDE -> print(current, new FactPrinter(printer));
            case NAME -> printer.out().println(current.qualifiedName());
            case JSON, YAML, TEMPLATE -> printer.document(current.document());
        }
    }

    private static void print(CurrentContext current, FactPrinter facts) {
        facts.fact("Name", current.name());
        facts.fact("Kubeconfig", current.files());
        facts.fact("Context", current.context().name());
        facts.fact("Server", current.context().server());
        facts.fact("Because", current.reason());
    }
}
