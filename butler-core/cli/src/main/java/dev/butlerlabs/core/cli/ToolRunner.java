package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.logging.LogSetup;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IExecutionStrategy;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;

/**
 * Runs a tool: parses the arguments, prepares and runs one command, and turns the result into an exit code.
 *
 * <p>Use one instance for one invocation.
 */
public final class ToolRunner {
    private static final int HELP_WIDTH = 80;
    private static final int NARROWEST_HELP = 55;

    private final CommandContext session;
    private final BooleanSupplier interrupted;
    private boolean loaded;

    private ToolRunner(CommandContext session, BooleanSupplier interrupted) {
        this.session = session;
        this.interrupted = interrupted;
    }

    /** Runs the tool and exits the process. */
    public static void main(String[] arguments, Function<CommandContext, CommandRegistry> commands) {
        CommandContext session = CommandContext.of(Terminal.ofProcess(), Clock.systemUTC());
        InterruptHandler interruption = InterruptHandler.watch(session.messages());
        ToolRunner frame = new ToolRunner(session, interruption::happened);
        int exitCode = ErrorKind.INTERNAL.exitCode();
        try {
            exitCode = frame.run(arguments, commands.apply(session));
        } finally {
            interruption.commandIsOver();
            frame.exit(exitCode);
        }
    }

    /**
     * Exits. A light command leaves no thread behind, so the process ends without {@code System.exit}, which would load
     * the runtime's logging.
     */
    private void exit(int exitCode) {
        if (exitCode != 0 || loaded) {
            System.exit(exitCode);
        }
    }

    /** Runs one command line without exiting the process. */
    public static int run(
            String[] arguments, CommandContext session, Function<CommandContext, CommandRegistry> commands) {
        return new ToolRunner(session, () -> false).run(arguments, commands.apply(session));
    }

    /** Applies the settings that help, completion and the reference are generated with. */
    public static CommandLine dress(CommandLine commands) {
        commands.setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setOverwrittenOptionsAllowed(true)
                .setUsageHelpWidth(HELP_WIDTH)
                .setUsageHelpLongOptionsMaxWidth(32);
        commands.getCommandSpec().versionProvider(() -> new String[] {versionLine(commands)});
        dressHelp(commands);
        return commands;
    }

    private int run(String[] arguments, CommandRegistry tool) {
        FailureHandler failures = new FailureHandler(session, List.of(arguments));
        CommandLine commands;
        String[] normalized;
        try {
            ArgumentNormalizer normalizer = ArgumentNormalizer.read(arguments, tool);
            commands = tool.forWords(normalizer.words());
            normalized = normalizer.arguments(commands);
        } catch (RuntimeException | Error e) {
            // A command that cannot be instantiated because a class is missing would otherwise end without a message.
            return failures.handle(e, tool.alone());
        }
        return run(normalized, commands, failures);
    }

    private int run(String[] arguments, CommandLine commands, FailureHandler failures) {
        boolean noColor = List.of(arguments).contains("--no-color");
        InvokedName name = InvokedName.of(commands, session.terminal());
        session.messages().rewrite(name::in);
        name.applyTo(commands);
        dress(commands)
                .setUsageHelpWidth(helpWidth())
                .setOut(new PrintWriter(session.terminal().text(), false, StandardCharsets.UTF_8))
                .setErr(new PrintWriter(session.terminal().err(), true, StandardCharsets.UTF_8))
                .setColorScheme(colours(session.terminal().ink(Terminal.Stream.OUT, noColor)))
                .setParameterExceptionHandler(failures)
                .setExecutionExceptionHandler((failure, command, parsed) -> interrupted.getAsBoolean()
                        ? ErrorKind.CANCELLED.exitCode()
                        : failures.handleExecutionException(failure, command, parsed))
                .setExecutionStrategy(new Stage());
        int exitCode = execute(arguments, commands, failures);
        commands.getOut().flush();
        return session.terminal()
                .outputFailure()
                .map(failure -> failures.handle(unwritable(failure), commands))
                .orElse(exitCode);
    }

    /** Returns a width that picocli can format; lines are broken again for narrower terminals. */
    private int helpWidth() {
        return Math.clamp(session.terminal().outputColumns().orElse(HELP_WIDTH), NARROWEST_HELP, HELP_WIDTH);
    }

    /** Picocli does not handle errors such as OutOfMemoryError, but users must see them as failures. */
    private static int execute(String[] arguments, CommandLine commands, FailureHandler failures) {
        try {
            return commands.execute(arguments);
        } catch (Error e) {
            return failures.handle(e, commands);
        }
    }

    private static ButlerException unwritable(IOException failure) {
        return new ButlerException(
                ErrorCode.ENVIRONMENT, "Cannot write to standard output: " + failure.getMessage() + ".", failure);
    }

    private static Help.ColorScheme colours(TerminalColors ink) {
        return Help.defaultColorScheme(ink == TerminalColors.PLAIN ? Help.Ansi.OFF : Help.Ansi.ON);
    }

    private static String versionLine(CommandLine commands) {
        return commands.getCommandName() + " " + BuildInfo.load().version();
    }

    private static void dressHelp(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.abbreviateSynopsis(true)
                .synopsisSubcommandLabel(isGroup(command) ? "COMMAND" : "[COMMAND]")
                .descriptionHeading("%n")
                .parameterListHeading("%nArguments:%n")
                .optionListHeading("%nOptions:%n")
                .commandListHeading("%nCommands:%n")
                .footerHeading("%nExamples:%n");
        command.getSubcommands().values().forEach(ToolRunner::dressHelp);
    }

    /** Returns whether a command only shows its help; other commands with subcommands also do something themselves. */
    private static boolean isGroup(CommandLine command) {
        return command.getCommandSpec().userObject() instanceof CommandGroup;
    }

    /** Sets up logging and output as the options request, then runs the command. */
    private final class Stage implements IExecutionStrategy {
        @Override
        public int execute(ParseResult parsed) {
            ParseResult chosen = innermost(parsed);
            UsageErrorHandler.requireWords(chosen);
            CommandLine command = chosen.commandSpec().commandLine();
            Optional<CommonOptions> common = FailureHandler.mixin(command, CommonOptions.class);
            loaded = !chosen.isUsageHelpRequested() && !(command.getCommand() instanceof OfflineCommand);
            if (common.isPresent() && loaded) {
                LogSetup.install(
                        common.get().logFormat(),
                        common.get().verbosity(),
                        line -> session.messages().print(line));
            }
            return new CommandLine.RunLast().execute(parsed);
        }

        private static ParseResult innermost(ParseResult parsed) {
            return parsed.hasSubcommand() ? innermost(parsed.subcommand()) : parsed;
        }
    }
}
