package dev.butlerlabs.core.cli;

import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;

/**
 * The commands of a tool by their names. The parser learns what a command takes by looking into its class, and with all of them most of a
 * start would pass with that; so a tool that is told at once which command it is to run makes only that one.
 */
public final class ToolCommands {
    /** Commands that speak of all others. */
    private static final Set<String> OF_ALL = Set.of("completion", "docs");

    private final Supplier<?> root;
    private final SequencedMap<String, Supplier<?>> commands = new LinkedHashMap<>();

    public ToolCommands(Supplier<?> root) {
        this.root = root;
    }

    /** @param name as the command's class has it */
    public ToolCommands with(String name, Supplier<?> command) {
        commands.put(name, command);
        return this;
    }

    /** The tool with all its commands. */
    public CommandLine all() {
        CommandLine tool = new CommandLine(root.get());
        commands.values().forEach(command -> tool.addSubcommand(command.get()));
        if (!tool.getSubcommands().keySet().containsAll(commands.keySet())) {
            throw new IllegalStateException("commands call themselves otherwise: " + tool.getSubcommands());
        }
        return tool;
    }

    /** The tool with the commands that these words can lead to. */
    CommandLine forWords(String... words) {
        return chosen(words)
                .map(command -> new CommandLine(root.get()).addSubcommand(command.get()))
                .orElseGet(this::all);
    }

    private Optional<Supplier<?>> chosen(String... words) {
        return words.length == 0 || OF_ALL.contains(words[0])
                ? Optional.empty()
                : Optional.ofNullable(commands.get(words[0]));
    }
}
