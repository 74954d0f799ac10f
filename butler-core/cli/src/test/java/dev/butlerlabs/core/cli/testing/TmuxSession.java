package dev.butlerlabs.core.cli.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** A shell in a real terminal, by tmux with a server of its own. Closing it ends the server and what runs in it. */
public final class TmuxSession implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration LOOK = Duration.ofMillis(50);

    private final String socket;

    private TmuxSession(String socket) {
        this.socket = socket;
    }

    public static boolean isInstalled() {
        return Files.isExecutable(Path.of("/usr/bin/tmux"));
    }

    /** Starts a shell without a prompt of its own. */
    public static TmuxSession start(Path directory, int columns, int rows, Map<String, String> environment) {
        TmuxSession session = new TmuxSession(directory.resolve("tmux.sock").toString());
        List<String> words = new ArrayList<>(
                List.of("new-session", "-d", "-x", Integer.toString(columns), "-y", Integer.toString(rows)));
        environment.forEach((name, value) -> words.addAll(List.of("-e", name + "=" + value)));
        words.add("env -u NO_COLOR -u BUTLER_NO_COLOR PS1='$ ' sh");
        session.tmux(words.toArray(String[]::new));
        return session;
    }

    /** Types a line. */
    public void type(String line) {
        tmux("send-keys", "-l", line);
        tmux("send-keys", "Enter");
    }

    /** Presses a key, such as {@code C-c}. */
    public void press(String key) {
        tmux("send-keys", key);
    }

    /** Removes all lines, those that scrolled out of the screen included. */
    public void clear() {
        tmux("send-keys", "-R", ";", "clear-history");
    }

    public void resize(int columns, int rows) {
        tmux("resize-window", "-x", Integer.toString(columns), "-y", Integer.toString(rows));
    }

    /** Returns the visible rows. */
    public List<String> rows() {
        return List.of(tmux("capture-pane", "-p").split("\n", -1)).stream()
                .limit(Integer.parseInt(
                        tmux("display-message", "-p", "#{pane_height}").strip()))
                .toList();
    }

    /** Returns all lines, also those that scrolled out of the screen; wrapped ones as they are shown. */
    public List<String> history() {
        return tmux("capture-pane", "-p", "-S", "-").lines().toList();
    }

    /** Returns the lines that the terminal had to break because they were wider, those that scrolled out of the screen included. */
    public List<String> brokenLines() {
        List<String> shown = history();
        return tmux("capture-pane", "-p", "-J", "-S", "-")
                .lines()
                .map(String::stripTrailing)
                .filter(line -> !line.isEmpty() && !shown.contains(line))
                .toList();
    }

    /** Returns whether a program uses the alternate screen. */
    public boolean isFullScreen() {
        return tmux("display-message", "-p", "#{alternate_on}").strip().equals("1");
    }

    /** Waits until the visible rows match, and returns them. */
    public List<String> await(String what, Predicate<List<String>> isShown) {
        Instant end = Instant.now().plus(PATIENCE);
        List<String> rows = rows();
        while (!isShown.test(rows)) {
            if (Instant.now().isAfter(end)) {
                throw new AssertionError("not shown: " + what + "\n" + String.join("\n", rows));
            }
            try {
                Thread.sleep(LOOK);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            rows = rows();
        }
        return rows;
    }

    private String tmux(String... arguments) {
        List<String> words = new ArrayList<>(List.of("tmux", "-u", "-S", socket, "-f", "/dev/null"));
        words.addAll(List.of(arguments));
        try {
            Process process =
                    new ProcessBuilder(words).redirectErrorStream(true).start();
            process.getOutputStream().close();
            String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(words + ": " + output);
            }
            return output;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        tmux("kill-server");
    }
}
