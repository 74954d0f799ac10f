package dev.butlerlabs.core.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * A command and its subcommands by name. Picocli reflects on every command class, which would take most of the startup
 * time, so only the commands on the path given by the arguments are instantiated.
 *
 * <p>Not thread-safe.
 */
public final class CommandRegistry {
    /** Commands that need the model of all others. */
    private static final Set<String> OF_ALL = Set.of("completion", "docs");

    private static final Set<String> HELP = Set.of("-h", "--help");

    private final Supplier<?> top;
    private final SequencedMap<String, CommandRegistry> below = new LinkedHashMap<>();

    public CommandRegistry(Supplier<?> top) {
        this.top = top;
    }

    /** Adds a command with the name in its annotation. */
    public CommandRegistry with(String name, Supplier<?> command) {
        return with(name, new CommandRegistry(command));
    }

    /** Adds a group with the name in the annotation of its command. */
    public CommandRegistry with(String name, CommandRegistry group) {
        below.put(name, group);
        return this;
    }

    /** Returns the model of all commands. */
    public CommandLine all() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.all()));
        if (!command.getSubcommands().keySet().containsAll(below.keySet())) {
            throw new IllegalStateException("command names differ from their annotations: " + command.getSubcommands());
        }
        return command;
    }

    /** Returns the model of this command without its subcommands. */
    CommandLine alone() {
        return new CommandLine(top.get());
    }

    /** Returns the model of the commands that these arguments can select. */
    CommandLine forWords(String... words) {
        if (words.length == 0 || (words.length == 1 && HELP.contains(words[0]))) {
            return overview();
        }
        if (below.containsKey(words[0]) && !OF_ALL.contains(words[0])) {
            CommandRegistry chosen = below.get(words[0]);
            return alone().addSubcommand(chosen.forWords(Arrays.copyOfRange(words, 1, words.length)));
        }
        // The argument after an option can be any command; an unknown command is reported with the known ones.
        return words[0].startsWith("-") || OF_ALL.contains(words[0]) ? all() : overview();
    }

    /** Returns the model of the direct subcommands only, which is enough to list them. */
    private CommandLine overview() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.top.get()));
        return command;
    }
}
