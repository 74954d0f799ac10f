package dev.butlerlabs.core.cli;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A command and its subcommands by name. Picocli reflects on every command class, which would take most of the startup
 * time, so only the commands on the path given by the arguments are instantiated.
 *
 * <p>Not thread-safe.
 */
public final class CommandRegistry {
    /** Commands that need the model of all others. */
    private static final Set<String> OF_ALL = Set.of("completion", "docs", CompleteCommand.NAME);

    private static final Set<String> HELP = Set.of("-h", "--help");

    private final Supplier<?> top;
    private final SequencedMap<String, CommandRegistry> below = new LinkedHashMap<>();
    private final Map<String, CommandRegistry> aliases = new LinkedHashMap<>();

    public CommandRegistry(Supplier<?> top) {
        this.top = top;
    }

    /** Adds a command with the name in its annotation. */
    public CommandRegistry with(String name, Supplier<?> command) {
        return with(name, new CommandRegistry(command));
    }

    /** Adds a group with the name and the aliases in the annotation of its command. */
    public CommandRegistry with(String name, CommandRegistry group, String... otherNames) {
        below.put(name, group);
        for (String alias : otherNames) {
            aliases.put(alias, group);
        }
        return this;
    }

    /** Returns the model of all commands. */
    public CommandLine all() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.all()));
        Set<String> names = new LinkedHashSet<>(below.keySet());
        names.addAll(aliases.keySet());
        if (!command.getSubcommands().keySet().containsAll(names)) {
            throw new IllegalStateException("command names differ from their annotations: " + command.getSubcommands());
        }
        return command;
    }

    /** Returns the model of this command without its subcommands. */
    CommandLine alone() {
        return new CommandLine(top.get());
    }

    private Optional<CommandRegistry> registered(String word) {
        return Optional.ofNullable(below.getOrDefault(word, aliases.get(word)));
    }

    /** Returns the subcommand with a name or an alias. Aliases of a group that only annotations name are learned from its subcommands. */
    Optional<CommandRegistry> find(String word) {
        if (registered(word).isEmpty() && !word.startsWith("-") && isGroup()) {
            Optional.ofNullable(overview().getSubcommands().get(word))
                    .map(command -> below.get(command.getCommandName()))
                    .ifPresent(command -> aliases.put(word, command));
        }
        return registered(word);
    }

    boolean hasSubcommands() {
        return !below.isEmpty();
    }

    /** Returns whether this command can only be used with a subcommand. */
    boolean isGroup() {
        return !below.isEmpty() && top.get() instanceof CommandGroup;
    }

    /** Returns the model of the commands that these arguments can select. */
    CommandLine forWords(String... words) {
        if (words.length == 0 || (words.length == 1 && HELP.contains(words[0]))) {
            return overview();
        }
        if (OF_ALL.contains(words[0])) {
            return all();
        }
        String[] rest = Arrays.copyOfRange(words, 1, words.length);
        if (words[0].equals(HelpCommand.NAME) && below.containsKey(HelpCommand.NAME)) {
            return helpFor(rest);
        }
        return registered(words[0])
                .map(chosen -> alone().addSubcommand(chosen.forWords(rest)))
                .orElseGet(this::overview);
    }

    /** Returns the model of a command whose help is requested, and of the command that prints it. */
    private CommandLine helpFor(String... words) {
        CommandLine model = forWords(words);
        // Where it is only listed, it does not accept the words that follow.
        if (model.getSubcommands().containsKey(HelpCommand.NAME)) {
            model.getCommandSpec().removeSubcommand(HelpCommand.NAME);
        }
        return model.addSubcommand(below.get(HelpCommand.NAME).alone());
    }

    /** Returns the model with the names and descriptions of the direct subcommands only, which is enough to list them. */
    private CommandLine overview() {
        CommandLine command = alone();
        below.values().forEach(one -> command.addSubcommand(one.listed()));
        return command;
    }

    /** Returns the model of this command without its options, which picocli would find by reflection on all its fields. */
    private CommandSpec listed() {
        Object command = top.get();
        CommandSpec spec = CommandSpec.wrapWithoutInspection(command);
        spec.updateCommandAttributes(command.getClass().getAnnotation(Command.class), CommandLine.defaultFactory());
        return spec;
    }
}
