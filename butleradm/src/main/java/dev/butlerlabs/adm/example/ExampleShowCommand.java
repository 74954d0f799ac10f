package dev.butlerlabs.adm.example;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.CommonOptions;
import dev.butlerlabs.core.cli.OfflineCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Prints an example file. */
@Command(
        name = "show",
        description = "Print an example file.",
        footer = {
            "  butleradm examples show bootstrap-aws",
            "  butleradm examples show cluster-small | butlerctl cluster create -f -"
        })
final class ExampleShowCommand implements Runnable, OfflineCommand {
    private final CommandContext session;

    @Mixin
    @SuppressWarnings("unused") // set by picocli
    private CommonOptions common = new CommonOptions();

    @Parameters(paramLabel = "NAME", completionCandidates = ExampleNames.class, description = "Name of the example.")
    private String name = "";

    ExampleShowCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        session.terminal().out().print(ExampleFile.named(name).text());
    }
}
