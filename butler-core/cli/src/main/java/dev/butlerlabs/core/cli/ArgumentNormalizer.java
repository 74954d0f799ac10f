package dev.butlerlabs.core.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Moves global options that precede a command behind it, so that {@code butlerctl -n team-a cluster list} means the same as
 * {@code butlerctl cluster list -n team-a}. A moved option comes before the other arguments: the last one wins. A global option that the
 * command does not have is dropped, so that an alias with global options can be used with every command.
 *
 * <p>Pure, except that a command may be instantiated to learn whether it is only a group.
 */
final class ArgumentNormalizer {
    /** Long names of options with a value, by all their names. */
    private static final Map<String, String> VALUES = Map.of(
            "--kubeconfig", "--kubeconfig",
            "--context", "--context",
            "-n", "--namespace",
            "--namespace", "--namespace",
            "--team", "--team",
            "-o", "--output",
            "--output", "--output",
            "--log-format", "--log-format");

    /** Long names of options without a value, by all their names. */
    private static final Map<String, String> SWITCHES = Map.ofEntries(
            Map.entry("-h", "--help"),
            Map.entry("--help", "--help"),
            Map.entry("-v", "--verbose"),
            Map.entry("--verbose", "--verbose"),
            Map.entry("-q", "--quiet"),
            Map.entry("--quiet", "--quiet"),
            Map.entry("-A", "--all-namespaces"),
            Map.entry("--all-namespaces", "--all-namespaces"),
            Map.entry("--no-headers", "--no-headers"),
            Map.entry("--no-color", "--no-color"));

    private final List<String> path = new ArrayList<>();
    private final List<String> moved = new ArrayList<>();
    private List<String> rest = List.of();

    private ArgumentNormalizer() {}

    static ArgumentNormalizer read(String[] arguments, CommandRegistry tool) {
        ArgumentNormalizer normalizer = new ArgumentNormalizer();
        normalizer.walk(Arrays.asList(arguments), tool);
        return normalizer;
    }

    /** Returns all names of global options. */
    static Set<String> names() {
        Set<String> names = new TreeSet<>(VALUES.keySet());
        names.addAll(SWITCHES.keySet());
        return names;
    }

    /** Returns the arguments that select the command, followed by those of the command itself. */
    String[] words() {
        List<String> words = new ArrayList<>(path);
        // The help of a group lists its subcommands.
        if (rest.isEmpty() && moved.contains("--help")) {
            words.add("--help");
        }
        words.addAll(rest);
        return words.toArray(String[]::new);
    }

    /** Returns the arguments for the parser. */
    String[] arguments(CommandLine tool) {
        Optional<CommandSpec> command = selected(tool);
        List<String> arguments = new ArrayList<>(path);
        moved.stream()
                .filter(option -> command.isEmpty()
                        || command.get()
                                .optionsMap()
                                .containsKey(option.contains("=") ? option.substring(0, option.indexOf('=')) : option))
                .forEach(arguments::add);
        arguments.addAll(rest);
        return arguments.toArray(String[]::new);
    }

    private Optional<CommandSpec> selected(CommandLine tool) {
        CommandLine command = tool;
        for (String word : path) {
            command = command.getSubcommands().get(word);
            if (command == null) {
                return Optional.empty();
            }
        }
        return Optional.of(command.getCommandSpec());
    }

    private void walk(List<String> arguments, CommandRegistry tool) {
        CommandRegistry level = tool;
        int i = 0;
        while (i < arguments.size()) {
            String word = arguments.get(i);
            Optional<CommandRegistry> below = level.find(word);
            if (below.isPresent()) {
                path.add(word);
                level = below.get();
                i++;
                continue;
            }
            int read = level.hasSubcommands() ? option(word, arguments, i) : 0;
            if (read == 0) {
                // What follows an unknown option of a group may be its value or a command, so only the option is
                // reported.
                boolean isUnknownOption = word.startsWith("-") && level.isGroup();
                rest = List.copyOf(
                        arguments.subList(i, isUnknownOption ? valueEnd(word, arguments, i) : arguments.size()));
                return;
            }
            i += read;
        }
    }

    private static int valueEnd(String word, List<String> arguments, int i) {
        return VALUES.containsKey(word) ? arguments.size() : i + 1;
    }

    /** Reads a global option; returns the number of arguments that belong to it, 0 if it is not one. */
    private int option(String word, List<String> arguments, int i) {
        int equals = word.indexOf('=');
        String name = equals > 0 ? word.substring(0, equals) : word;
        if (VALUES.containsKey(name)) {
            if (equals > 0) {
                moved.add(VALUES.get(name) + word.substring(equals));
                return 1;
            }
            if (i + 1 < arguments.size()) {
                moved.add(VALUES.get(name) + "=" + arguments.get(i + 1));
                return 2;
            }
            return 0;
        }
        if (SWITCHES.containsKey(word)) {
            moved.add(SWITCHES.get(word));
            return 1;
        }
        return word.matches("-[A-Za-z].+") ? cluster(word, arguments, i) : 0;
    }

    /** Reads short options in one word, such as {@code -vv}, {@code -qnteam-a} or {@code -vn team-a}. */
    private int cluster(String word, List<String> arguments, int i) {
        List<String> found = new ArrayList<>();
        for (int at = 1; at < word.length(); at++) {
            String name = "-" + word.charAt(at);
            String value = word.substring(at + 1);
            if (SWITCHES.containsKey(name)) {
                found.add(SWITCHES.get(name));
            } else if (VALUES.containsKey(name) && (!value.isEmpty() || i + 1 < arguments.size())) {
                String attached = value.startsWith("=") ? value.substring(1) : value;
                moved.addAll(found);
                moved.add(VALUES.get(name) + "=" + (value.isEmpty() ? arguments.get(i + 1) : attached));
                return value.isEmpty() ? 2 : 1;
            } else {
                return 0;
            }
        }
        moved.addAll(found);
        return 1;
    }
}
