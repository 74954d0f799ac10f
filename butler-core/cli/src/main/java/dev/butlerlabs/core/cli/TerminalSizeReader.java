package dev.butlerlabs.core.cli;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the size of the terminal: from the system, otherwise from the program {@code stty}, otherwise from the variables
 * {@code COLUMNS} and {@code LINES}. Thread-safe.
 */
final class TerminalSizeReader implements Supplier<TerminalSize> {
    private static final Pattern STTY = Pattern.compile("([0-9]{1,5}) ([0-9]{1,5})\\s*");
    private static final long STTY_SECONDS = 2;

    private final int descriptor;
    private final Map<String, String> environment;
    private Optional<WindowSizeCall> call = Optional.empty();
    private boolean isLinked;
    private Optional<TerminalSize> lastOfStty = Optional.empty();

    /** @param descriptor of a stream that is a terminal */
    TerminalSizeReader(int descriptor, Map<String, String> environment) {
        this.descriptor = descriptor;
        this.environment = Map.copyOf(environment);
    }

    @Override
    public synchronized TerminalSize get() {
        if (!isLinked) {
            call = WindowSizeCall.link();
            isLinked = true;
        }
        return call.flatMap(linked -> linked.read(descriptor))
                .or(this::ofStty)
                .orElseGet(() -> ofEnvironment(environment));
    }

    /** Makes the next call read the size again, also where that takes a process. */
    synchronized void refresh() {
        lastOfStty = Optional.empty();
    }

    private Optional<TerminalSize> ofStty() {
        if (lastOfStty.isEmpty()) {
            lastOfStty = runStty();
        }
        return lastOfStty;
    }

    private static Optional<TerminalSize> runStty() {
        try {
            Process stty = new ProcessBuilder("stty", "size")
                    .redirectInput(new File("/dev/tty"))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!stty.waitFor(STTY_SECONDS, TimeUnit.SECONDS)) {
                stty.destroyForcibly();
                return Optional.empty();
            }
            return parseStty(new String(stty.getInputStream().readAllBytes(), StandardCharsets.US_ASCII));
        } catch (IOException noSuchProgram) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    static Optional<TerminalSize> parseStty(String output) {
        Matcher numbers = STTY.matcher(output);
        if (!numbers.matches()) {
            return Optional.empty();
        }
        int rows = Integer.parseInt(numbers.group(1));
        int columns = Integer.parseInt(numbers.group(2));
        return rows == 0 || columns == 0 ? Optional.empty() : Optional.of(new TerminalSize(columns, rows));
    }

    /** Returns the size in the environment; what is missing there is standard. */
    static TerminalSize ofEnvironment(Map<String, String> environment) {
        return new TerminalSize(
                number(environment.get("COLUMNS")).orElse(TerminalSize.STANDARD.columns()),
                number(environment.get("LINES")).orElse(TerminalSize.STANDARD.rows()));
    }

    private static Optional<Integer> number(String text) {
        return Optional.ofNullable(text)
                .filter(digits -> digits.matches("[1-9][0-9]{0,3}"))
                .map(Integer::parseInt);
    }
}
