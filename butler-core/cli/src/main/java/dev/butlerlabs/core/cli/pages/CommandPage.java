package dev.butlerlabs.core.cli.pages;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** Documentation of one command, read from the command model. */
record CommandPage(CommandSpec spec) {
    /** Returns the command and all visible subcommands, parents first. */
    static List<CommandPage> tree(CommandSpec root) {
        return Stream.concat(
                        Stream.of(new CommandPage(root)),
                        new CommandPage(root).subcommands().stream().flatMap(page -> tree(page.spec()).stream()))
                .toList();
    }

    /** {@code butleradm engine start}. */
    String name() {
        return spec.qualifiedName();
    }

    String synopsis() {
        return spec.commandLine().getHelp().synopsis(0).strip().replaceAll("\\s+", " ");
    }

    List<String> aliases() {
        return List.of(spec.aliases());
    }

    String description() {
        return text(spec.usageMessage().description());
    }

    /** Returns the first line of the description, without its period. */
    String summary() {
        String first = description().lines().findFirst().orElse("");
        return first.endsWith(".") ? first.substring(0, first.length() - 1) : first;
    }

    List<String> examples() {
        return Arrays.stream(spec.usageMessage().footer())
                .map(line -> line.formatted().strip())
                .toList();
    }

    List<CommandPage> subcommands() {
        return new LinkedHashSet<>(spec.subcommands().values())
                .stream()
                        .map(CommandLine::getCommandSpec)
                        .filter(sub -> !sub.usageMessage().hidden())
                        .map(CommandPage::new)
                        .toList();
    }

    List<OptionSpec> options() {
        return spec.options().stream().filter(option -> !option.hidden()).toList();
    }

    List<PositionalParamSpec> arguments() {
        return spec.positionalParameters().stream()
                .filter(argument -> !argument.hidden())
                .toList();
    }

    /** {@code -o, --output FORMAT}. */
    static String label(OptionSpec option) {
        String names = String.join(", ", option.names());
        return takesValue(option) ? names + " " + option.paramLabel() : names;
    }

    static boolean takesValue(OptionSpec option) {
        return option.arity().max() > 0;
    }

    static String text(ArgSpec argument) {
        return text(argument.description());
    }

    static List<String> candidates(ArgSpec argument) {
        return argument.completionCandidates() == null
                ? List.of()
                : Stream.of(argument.completionCandidates())
                        .flatMap(words -> StreamSupport.stream(words.spliterator(), false))
                        .toList();
    }

    private static String text(String[] lines) {
        return String.join("\n", lines).formatted().strip();
    }
}
