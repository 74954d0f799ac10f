package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.TerminalColors;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints the help of a command, as {@code --help} does. */
@Command(
        name = HelpCommand.NAME,
        description = "Show the help of a command.",
        footer = {"  ${ROOT-COMMAND-NAME} help", "  ${ROOT-COMMAND-NAME} help explain"})
public final class HelpCommand implements Runnable, OfflineCommand {
    static final String NAME = "help";

    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(arity = "0..*", paramLabel = "COMMAND", description = "Command and subcommands (default: the tool).")
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    public HelpCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        CommandLine command = spec.root().commandLine();
        for (int i = 0; i < words.size(); i++) {
            CommandLine below = command.getSubcommands().get(words.get(i));
            if (below == null) {
                throw new UnmatchedArgumentException(command, words.subList(i, words.size()));
            }
            command = below;
        }
        boolean color = common.ink(session, Terminal.Stream.OUT) != TerminalColors.PLAIN;
        session.terminal().text().print(command.getUsageMessage(color ? Ansi.ON : Ansi.OFF));
    }
}
