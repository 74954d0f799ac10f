package dev.butlerlabs.core.cli;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints completions for the last of the words typed so far, in the format of kubectl: one per line, then a directive. */
@Command(
        name = CompleteCommand.NAME,
        hidden = true,
        description = "Print completions for the last word, for the completion of kubectl.",
        footer = "  ${ROOT-COMMAND-NAME} __complete -- cluster l")
public final class CompleteCommand implements Runnable, OfflineCommand {
    static final String NAME = "__complete";

    /** The shell must not add file names. */
    private static final String NO_FILES = ":4";
    /** The shell completes file names. */
    private static final String FILES = ":0";

    private final CommandContext session;

    @SuppressWarnings("unused") // set by picocli
    @Mixin
    private CommonOptions common = new CommonOptions();

    @Parameters(arity = "0..*", paramLabel = "WORD", description = "Words typed so far; the last one is completed.")
    private List<String> words = new ArrayList<>();

    @Spec
    private CommandSpec spec;

    public CompleteCommand(CommandContext session) {
        this.session = session;
    }

    @Override
    public void run() {
        String last = words.isEmpty() ? "" : words.getLast();
        CommandLine command = spec.root().commandLine();
        String previous = "";
        for (String word : words.subList(0, Math.max(0, words.size() - 1))) {
            command = command.getSubcommands().getOrDefault(word, command);
            previous = word;
        }
        CommandSpec typed = command.getCommandSpec();
        OptionSpec option = typed.optionsMap().get(previous);
        PrintStream out = session.terminal().out();
        if (option != null && option.arity().max() > 0) {
            candidates(option).filter(word -> word.startsWith(last)).forEach(out::println);
            out.println(option.completionCandidates() == null ? FILES : NO_FILES);
            return;
        }
        (last.startsWith("-") ? options(typed) : subcommands(typed))
                .filter(line -> line.startsWith(last))
                .forEach(out::println);
        out.println(NO_FILES);
    }

    private static Stream<String> candidates(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? Stream.empty()
                : StreamSupport.stream(argument.completionCandidates().spliterator(), false);
    }

    private static Stream<String> options(CommandSpec command) {
        return command.options().stream()
                .filter(option -> !option.hidden())
                .map(option -> described(option.longestName(), option.description()));
    }

    private static Stream<String> subcommands(CommandSpec command) {
        return command.subcommands().entrySet().stream()
                .filter(entry -> isShown(entry))
                .map(entry -> described(
                        entry.getKey(),
                        entry.getValue().getCommandSpec().usageMessage().description()));
    }

    private static boolean isShown(Map.Entry<String, CommandLine> entry) {
        CommandSpec command = entry.getValue().getCommandSpec();
        return !command.usageMessage().hidden() && entry.getKey().equals(command.name());
    }

    /** A tab separates the description. */
    private static String described(String word, String[] description) {
        return description.length == 0 ? word : word + "\t" + description[0].formatted();
    }
}
