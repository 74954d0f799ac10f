package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.OutputPrinter;
import java.io.PrintStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows the version. */
@Command(
        name = "version",
        description = "Show the version, the build commit and the runtime.",
        footer = {"  ${ROOT-COMMAND-NAME} version", "  ${ROOT-COMMAND-NAME} version -o json"})
public final class VersionCommand implements Runnable, OfflineCommand {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Mixin
    private OutputOptions output = new OutputOptions();

    @Spec
    private CommandSpec spec;

    public VersionCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        BuildInfo build = BuildInfo.load();
        OutputPrinter printer = output.printer(session, common);
        String tool = spec.root().name();
        switch (output.format()) {
            case TABLE, WIDE -> text(tool, build, printer.out());
            case NAME -> printer.out().println(tool + "/" + build.version());
            case JSON, YAML, TEMPLATE -> printer.document(build.document(tool));
        }
    }

    private static void text(String tool, BuildInfo build, PrintStream out) {
        out.println(tool + " " + build.version());
        out.println("commit   " + build.commit() + " of " + build.date());
        String form = BuildInfo.isNative() ? "native, built with Java " : "Java ";
        out.println("runtime  " + form + Runtime.version() + " on " + BuildInfo.platform());
    }
}
