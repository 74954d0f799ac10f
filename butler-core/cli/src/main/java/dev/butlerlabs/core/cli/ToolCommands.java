package dev.butlerlabs.core.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * A command and the commands below it, by their names. The parser learns what a command takes by looking into its class, and with all
 * of them most of a start would pass with that; so those that the words on the command line do not lead to are not made.
 */
public final class ToolCommands {
    /** Commands that speak of all others. */
    private static final Set<String> OF_ALL = Set.of("completion", "docs");

    private static final Set<String> HELP = Set.of("-h", "--help");

    private final Supplier<?> top;
    private final SequencedMap<String, ToolCommands> below = new LinkedHashMap<>();

    public ToolCommands(Supplier<?> top) {
        this.top = top;
    }

    /** With a command, by the name that its class gives it. */
    public ToolCommands with(String name, Supplier<?> command) {
        return with(name, new ToolCommands(command));
    }

    /** With a group of commands, by the name that the class of its first gives it. */
    public ToolCommands with(String name, ToolCommands group) {
        below.put(name, group);
        return this;
    }

    /** The model of all commands. */
    public CommandLine all() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.all()));
        if (!command.getSubcommands().keySet().containsAll(below.keySet())) {
            throw new IllegalStateException("commands call themselves otherwise: " + command.getSubcommands());
        }
        return command;
    }

    /** The model of the command alone, without those below it. */
    CommandLine alone() {
        return new CommandLine(top.get());
    }

    /** The model of the commands that these words can lead to. */
    CommandLine forWords(String... words) {
        if (words.length == 0 || (words.length == 1 && HELP.contains(words[0]))) {
            return overview();
        }
        if (below.containsKey(words[0]) && !OF_ALL.contains(words[0])) {
            ToolCommands chosen = below.get(words[0]);
            return alone().addSubcommand(chosen.forWords(Arrays.copyOfRange(words, 1, words.length)));
        }
        // What follows an option can be any command; a word that is none is answered with the names of those there are.
        return words[0].startsWith("-") || OF_ALL.contains(words[0]) ? all() : overview();
    }

    /** The model of the commands right below, without those below them: enough to list them. */
    private CommandLine overview() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.top.get()));
        return command;
    }
}
