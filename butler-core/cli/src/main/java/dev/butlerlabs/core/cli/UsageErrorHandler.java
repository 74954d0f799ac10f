package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.SpellingSuggestion;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns parser errors into messages with suggestions. */
final class UsageErrorHandler {
    private UsageErrorHandler() {}

    /** Rejects empty arguments: no command but completion accepts them, and they usually come from an unset variable in a script. */
    static void requireWords(ParseResult parsed) {
        if (parsed.commandSpec().userObject() instanceof CompleteCommand) {
            return;
        }
        List<ArgSpec> empty = Stream.<ArgSpec>concat(
                        parsed.matchedPositionals().stream(), parsed.matchedOptions().stream())
                .filter(argument -> argument.arity().max() > 0)
                .filter(argument -> argument.stringValues().stream().anyMatch(String::isBlank))
                .toList();
        if (!empty.isEmpty()) {
            CommandLine command = parsed.commandSpec().commandLine();
            throw new ParameterException(
                    command,
                    "'%s' got an empty value for %s. Check for an unset variable."
                            .formatted(parsed.commandSpec().qualifiedName(), labels(empty)));
        }
    }

    static ErrorReport report(ParameterException failure) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        return new ErrorReport(
                ErrorCode.USAGE,
                sentence(failure),
                List.of(),
                Optional.of(usage(command)),
                "Run '%s --help' for usage.".formatted(name));
    }

    static String usage(CommandLine command) {
        return command.getHelp().synopsis(0).strip().replaceAll("\\s+", " ");
    }

    private static String sentence(ParameterException failure) {
        CommandSpec spec = failure.getCommandLine().getCommandSpec();
        return switch (failure) {
            case UnmatchedArgumentException unmatched ->
                unmatched(spec, unmatched.getUnmatched().getFirst());
            case MissingParameterException missing -> missing(spec, missing);
            default -> invalid(failure);
        };
    }

    private static String unmatched(CommandSpec spec, String word) {
        if (word.startsWith("-") && word.length() > 1) {
            String option = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
            if (option.matches("-w[0-9]*") && spec.optionsMap().containsKey("--workers")) {
                return "unknown option '-w' for '%s'; use --workers for the number of workers."
                        .formatted(spec.qualifiedName());
            }
            if (spec.userObject() instanceof CommandGroup
                    && spec.root().optionsMap().containsKey(word)) {
                return "option '%s' requires a value.".formatted(word);
            }
            return "unknown option '%2$s' for '%1$s'%3$s"
                    .formatted(spec.qualifiedName(), option, meant(option, options(spec)));
        }
        if (!spec.subcommands().isEmpty()) {
            return "unknown command '%2$s' for '%1$s'%3$s"
                    .formatted(spec.qualifiedName(), word, meant(word, commands(spec)));
        }
        return "unexpected argument '%2$s' for '%1$s'.".formatted(spec.qualifiedName(), word);
    }

    private static String meant(String typed, Collection<String> known) {
        return SpellingSuggestion.to(typed, known)
                .map(word -> "; did you mean '%s'?".formatted(word))
                .orElse(".");
    }

    /** Returns the options of a command; a group accepts those of the tool as well. */
    private static List<String> options(CommandSpec spec) {
        Stream<OptionSpec> own = spec.options().stream();
        Stream<OptionSpec> all =
                spec.userObject() instanceof CommandGroup ? Stream.concat(own, spec.root().options().stream()) : own;
        return all.filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .distinct()
                .toList();
    }

    private static List<String> commands(CommandSpec spec) {
        return spec.subcommands().entrySet().stream()
                .filter(entry ->
                        !entry.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static String missing(CommandSpec spec, MissingParameterException missing) {
        // Arguments come first: "--workers COUNT and NAME" could be read as two values of the option.
        List<ArgSpec> required = missing.getMissing().stream()
                .sorted(Comparator.comparing(ArgSpec::isOption))
                .toList();
        return "'%s' requires %s.".formatted(spec.qualifiedName(), labels(required));
    }

    private static String labels(List<ArgSpec> arguments) {
        return arguments.stream().map(UsageErrorHandler::label).distinct().collect(Collectors.joining(" and "));
    }

    private static String label(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? (name(option) + " " + option.paramLabel()).strip()
                : argument.paramLabel();
    }

    /** Returns the first long name of an option, which documentation uses; others are aliases. */
    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option
                ? Stream.of(option.names())
                        .filter(name -> name.startsWith("--"))
                        .findFirst()
                        .orElseGet(option::longestName)
                : argument.paramLabel();
    }

    private static String invalid(ParameterException failure) {
        ArgSpec argument = failure.getArgSpec();
        String value = failure.getValue();
        if (argument == null || value == null) {
            return sentenceOf(failure.getMessage());
        }
        // A value with candidates is one of them, or starts with one of them: a template.
        if (argument.completionCandidates() == null || value.contains("=")) {
            return sentenceOf(
                    failure.getMessage().startsWith("Invalid value for ")
                            ? "invalid value \"%s\" for %s: %s".formatted(value, name(argument), reason(failure))
                            : failure.getMessage());
        }
        List<String> candidates = StreamSupport.stream(
                        argument.completionCandidates().spliterator(), false)
                .toList();
        return "invalid value \"%s\" for %s: must be one of %s%s"
                .formatted(value, name(argument), String.join(", ", candidates), meant(value, candidates));
    }

    private static String reason(ParameterException failure) {
        String reason = failure.getMessage().replaceFirst("^Invalid value for [^:]*: ", "");
        return reason.matches("'.*' is not an? (int|long)") ? "must be a whole number" : reason;
    }

    private static String sentenceOf(String message) {
        return message.endsWith(".") || message.endsWith("?") ? message : message + ".";
    }
}
