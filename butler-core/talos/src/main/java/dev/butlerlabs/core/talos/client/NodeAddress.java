package dev.butlerlabs.core.talos.client;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The address of the API of a machine.
 *
 * @param host host name or IP address; IPv6 without brackets
 */
public record NodeAddress(String host, int port) {
    public static final int DEFAULT_PORT = 50_000;

    private static final int LARGEST_PORT = 65_535;
    private static final Pattern FORM = Pattern.compile(
            "\\[(?<six>[0-9a-fA-F:.%a-z]+)](?::(?<sixPort>\\d{1,5}))?|(?<host>[^:/\\s\\[\\]]+)(?::(?<port>\\d{1,5}))?");

    public NodeAddress {
        Objects.requireNonNull(host, "host");
        if (port < 1 || port > LARGEST_PORT) {
            throw unfit(host + ":" + port);
        }
    }

    /**
     * Parses {@code 10.0.0.5}, {@code node-1:50000}, {@code fd00::5} or {@code [fd00::5]:50000}.
     *
     * @throws dev.butlerlabs.core.error.ButlerException if the text is not an address
     */
    public static NodeAddress parse(String text) {
        String stripped = text.strip();
        if (stripped.chars().filter(letter -> letter == ':').count() > 1 && !stripped.startsWith("[")) {
            return new NodeAddress(stripped, DEFAULT_PORT);
        }
        Matcher form = FORM.matcher(stripped);
        if (!form.matches()) {
            throw unfit(text);
        }
        return form.group("six") == null
                ? new NodeAddress(form.group("host"), port(form.group("port")))
                : new NodeAddress(form.group("six"), port(form.group("sixPort")));
    }

    private static int port(String digits) {
        return digits == null ? DEFAULT_PORT : Integer.parseInt(digits);
    }

    private static ButlerException unfit(String text) {
        return ButlerException.invalid(
                "Invalid machine address \"%s\".".formatted(text),
                List.of(new InputProblem(
                        "nodes", "is not a valid address", "use the format 10.0.0.5 or 10.0.0.5:50000")));
    }

    boolean isLoopback() {
        return host.equals("127.0.0.1") || host.equals("::1") || host.equals("localhost");
    }

    /** Returns the host and the port, with brackets around an IPv6 address. */
    public String authority() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }

    @Override
    public String toString() {
        return port == DEFAULT_PORT ? host : authority();
    }
}
