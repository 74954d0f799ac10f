package dev.butlerlabs.core.cli;

import java.util.Arrays;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * How the user calls the tool: by its own name, or as {@code kubectl butler} if the kubectl plugin started it. Help and errors use this name.
 *
 * @param program the name of the program
 * @param shown the words that the user types
 */
record InvokedName(String program, String shown) {
    /** Set by the plugin {@code kubectl-butler}. */
    static final String VARIABLE = "BUTLER_COMMAND";

    /** Selects butleradm in the plugin. */
    private static final String OPERATORS = " adm";

    static InvokedName of(CommandLine tool, Terminal terminal) {
        String program = tool.getCommandName();
        return new InvokedName(
                program,
                terminal.environment(VARIABLE).filter(InvokedName::isValid).orElse(program));
    }

    private static boolean isValid(String words) {
        return words.length() <= 40 && words.matches("[a-z]+([ _-][a-z]+)*");
    }

    /** Renames the tool in its help. */
    void applyTo(CommandLine tool) {
        if (!program.equals(shown)) {
            tool.setCommandName(shown);
            examples(tool);
        }
    }

    private void examples(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.footer(Arrays.stream(usage.footer())
                .map(line -> line.replaceFirst("^(\\s*)" + program + "\\b", "$1" + shown))
                .toArray(String[]::new));
        command.getSubcommands().values().forEach(this::examples);
    }

    /** Replaces the names of the tools in commands that a message suggests, which are in single quotes. */
    String in(String message) {
        if (program.equals(shown)) {
            return message;
        }
        String plugin = shown.endsWith(OPERATORS) ? shown.substring(0, shown.length() - OPERATORS.length()) : shown;
        return message.replace("'butlerctl ", "'" + plugin + " ")
                .replace("'butleradm ", "'" + plugin + OPERATORS + " ");
    }
}
