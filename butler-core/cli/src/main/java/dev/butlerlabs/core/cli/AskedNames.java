package dev.butlerlabs.core.cli;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names that a shell asks the tool for while somebody types, since no script can know them. In the command model they are one
 * candidate, a mark with the command that lists them by {@code -o name}.
 */
public final class AskedNames {
    private static final String MARK = "@names ";
    private static final Pattern IN_BASH = Pattern.compile("(?s)(local (\\w+)=\\()\"" + MARK
            + "([a-z ]+)\"(\\).*?positionals=\\$\\( )compReplyArray \"\\$\\{\\2\\[@]}\"( \\))");

    private AskedNames() {}

    /** The candidate that stands for what a command lists. */
    public static List<String> listedBy(String command) {
        return List.of(MARK + command);
    }

    /** A script for bash in which the marks have become questions, asked only when a name is completed. */
    static String inBash(String tool, String script) {
        return IN_BASH.matcher(script)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + found.group(4) + question(tool, found.group(3)) + found.group(5)));
    }

    /** Candidates for fish, which asks when it finds a command in brackets. */
    public static List<String> inFish(String tool, List<String> candidates) {
        return candidates.stream()
                .map(word -> word.startsWith(MARK) ? "(" + question(tool, word.substring(MARK.length())) + ")" : word)
                .toList();
    }

    private static String question(String tool, String command) {
        return tool + " " + command + " -q -o name 2>/dev/null | sed \"s,.*/,,\"";
    }
}
