package dev.butlerlabs.operator;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A host and port to listen on. */
public record ListenAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(?:\\[([0-9a-fA-F:.]+)]|([^\\[\\]:]+)):(\\d{1,5})");
    private static final int HIGHEST = 65_535;

    /**
     * Parses {@code host:port}; an IPv6 address is in brackets.
     *
     * @param option the option that has this value
     * @throws ButlerException if the text is not valid
     */
    public static ListenAddress parse(String option, String text) {
        Optional<InputProblem> problem = problem(option, text);
        if (problem.isPresent()) {
            throw ButlerException.invalid("Invalid listen address:", List.of(problem.get()));
        }
        Matcher matcher = FORM.matcher(text);
        matcher.matches();
        String host = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
        return new ListenAddress(host, Integer.parseInt(matcher.group(3)));
    }

    /** Returns why a text is not an address; empty if it is one. */
    static Optional<InputProblem> problem(String option, String text) {
        Matcher matcher = FORM.matcher(text);
        return matcher.matches() && Integer.parseInt(matcher.group(3)) <= HIGHEST
                ? Optional.empty()
                : Optional.of(new InputProblem(option, "invalid value \"%s\": must be host:port".formatted(text)));
    }

    /** Returns the address to bind. */
    public InetSocketAddress socket() {
        return new InetSocketAddress(host, port);
    }
}
