package dev.butlerlabs.core.cli;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Completion candidates that a shell queries from the tool at completion time, because no static script can contain
 * them. In the command model they are one candidate: a marker with the command that lists them with {@code -o name}.
 */
public final class DynamicCompletionCandidates {
    private static final String MARK = "@names ";
    private static final Pattern IN_BASH = Pattern.compile("(?s)(local (\\w+)=\\()\"" + MARK
            + "([a-z ]+)\"(\\).*?positionals=\\$\\( )compReplyArray \"\\$\\{\\2\\[@]}\"( \\))");

    private DynamicCompletionCandidates() {}

    /** Returns the candidate that represents the output of a command. */
    public static List<String> listedBy(String command) {
        return List.of(MARK + command);
    }

    /** Replaces the markers in a bash script by commands that run only when a name is completed. */
    static String inBash(String tool, String script) {
        return IN_BASH.matcher(script)
                .replaceAll(found -> Matcher.quoteReplacement(
                        found.group(1) + found.group(4) + question(tool, found.group(3)) + found.group(5)));
    }

    /** Returns the command that a candidate represents; empty if the candidate is a word. */
    public static Optional<String> command(String candidate) {
        return candidate.startsWith(MARK) ? Optional.of(candidate.substring(MARK.length())) : Optional.empty();
    }

    /** Returns candidates for fish, which runs commands in parentheses. */
    public static List<String> inFish(String tool, List<String> candidates) {
        return candidates.stream()
                .map(word -> command(word)
                        .map(command -> "(" + question(tool, command) + ")")
                        .orElse(word))
                .toList();
    }

    private static String question(String tool, String command) {
        return tool + " " + command + " -q -o name 2>/dev/null | sed \"s,^[^/]*/,,\"";
    }
}
