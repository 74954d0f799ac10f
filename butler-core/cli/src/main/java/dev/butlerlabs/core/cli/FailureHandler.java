package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.logging.LogFormat;
import dev.butlerlabs.core.cli.output.OutputFormat;
import dev.butlerlabs.core.cli.output.TerminalColors;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns every failure into a message on standard error and an exit code. */
final class FailureHandler implements IExecutionExceptionHandler, IParameterExceptionHandler {
    private final CommandContext session;
    private final List<String> typed;

    /** @param typed the arguments as the user typed them, which may select JSON for errors of the parser */
    FailureHandler(CommandContext session, List<String> typed) {
        this.session = session;
        this.typed = List.copyOf(typed);
    }

    @Override
    public int handleParseException(ParameterException failure, String[] arguments) {
        CommandLine command = failure.getCommandLine();
        boolean noColor = typed.contains("--no-color");
        return print(command, UsageErrorHandler.report(failure), asksForJson(), ink(noColor));
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine command, ParseResult parsed) {
        if (failure instanceof ParameterException misuse) {
            return handleParseException(misuse, parsed.originalArgs().toArray(String[]::new));
        }
        return handle(failure, command);
    }

    int handle(Throwable failure, CommandLine command) {
        CommonOptions common = mixin(command, CommonOptions.class).orElseGet(CommonOptions::new);
        ErrorReport report = failure instanceof ButlerException known
                ? ErrorReport.of(known)
                : unexpected(failure, command, common.verbosity());
        if (common.verbosity() > 1) {
            session.messages().print(CrashFile.trace(failure).stripTrailing());
        }
        return print(command, report, wantsJson(command, common), common.ink(session, Terminal.Stream.ERR));
    }

    private int print(CommandLine command, ErrorReport report, boolean json, TerminalColors ink) {
        String tool = explainer(command.getCommandSpec().root());
        session.messages().print(json ? report.json(tool) : report.text(tool, ink));
        return report.code().kind().exitCode();
    }

    /** Returns the tool with the command {@code explain}: programs without subcommands do not have it. */
    private static String explainer(CommandSpec root) {
        return root.userObject() instanceof RootCommand ? root.name() : "butleradm";
    }

    private TerminalColors ink(boolean noColor) {
        return session.terminal().ink(Terminal.Stream.ERR, noColor);
    }

    private static ErrorReport unexpected(Throwable failure, CommandLine command, int verbosity) {
        String name = command.getCommandSpec().qualifiedName();
        String sentence = "'%s' stopped with an unexpected failure: %s".formatted(name, describe(failure));
        Optional<Path> file = verbosity > 1 ? Optional.empty() : CrashFile.write(name, failure);
        String hint =
                file.map(path -> "Report it with the details in " + path + ".").orElse(ErrorCode.INTERNAL.remedy());
        return new ErrorReport(ErrorCode.INTERNAL, sentence, List.of(), Optional.empty(), hint);
    }

    private static String describe(Throwable failure) {
        String type = failure.getClass().getSimpleName();
        String message = failure.getMessage();
        return message == null || message.isBlank()
                ? type + "."
                : type + ": " + message.lines().findFirst().orElse("");
    }

    private static boolean wantsJson(CommandLine command, CommonOptions common) {
        return common.logFormat() == LogFormat.JSON
                || mixin(command, OutputChoice.class)
                        .filter(output -> output.format() == OutputFormat.JSON)
                        .isPresent();
    }

    static <T> Optional<T> mixin(CommandLine command, Class<T> type) {
        return command.getMixins().values().stream()
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst();
    }

    /** Returns whether a command line that could not be parsed requests JSON output. */
    private boolean asksForJson() {
        String line = " " + String.join(" ", typed) + " ";
        return line.matches("(?is).* (?:-o[ =]?|--output[ =]|--log-format[ =])json .*");
    }
}
