package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.error.ErrorKind;
import java.util.concurrent.Callable;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that only groups subcommands. If called directly, it prints its help and fails. */
public abstract class CommandGroup implements Callable<Integer>, OfflineCommand {
    private final CommandContext session;

    @Mixin
    private CommonOptions common = new CommonOptions();

    @Spec
    private CommandSpec spec;

    protected CommandGroup(CommandContext session) {
        this.session = session;
    }

    @Override
    public final Integer call() {
        boolean colour = common.ink(session, Terminal.Stream.ERR) != TerminalColors.PLAIN;
        session.messages()
                .print(spec.commandLine()
                        .getUsageMessage(colour ? Ansi.ON : Ansi.OFF)
                        .stripTrailing());
        return ErrorKind.USAGE.exitCode();
    }
}
