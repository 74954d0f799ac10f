package dev.butlerlabs.adm.init;

import dev.butlerlabs.core.testing.TestAwait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** A real terminal with one command, in a tmux server of its own. */
final class TmuxSession implements AutoCloseable {
    private final String server = "butler-" + UUID.randomUUID();

    private TmuxSession() {}

    static boolean isPossible() {
        try {
            return new ProcessBuilder("tmux", "-V").start().waitFor(10, TimeUnit.SECONDS);
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Starts a script, after which a shell prints the exit code and waits. */
    static TmuxSession start(Path script) {
        TmuxSession session = new TmuxSession();
        session.tmux(
                "-f",
                "/dev/null",
                "new-session",
                "-d",
                "-x",
                "120",
                "-y",
                "50",
                "sh " + script + "; echo exit code $?; stty -a | grep -o -w -e '-*echo'; sleep 600");
        return session;
    }

    void type(String... keys) {
        List<String> words = new ArrayList<>(List.of("send-keys"));
        words.addAll(List.of(keys));
        tmux(words.toArray(String[]::new));
    }

    String screen() {
        return tmux("capture-pane", "-p", "-S", "-200");
    }

    /** Waits until the screen contains a text. */
    void await(String text) {
        TestAwait.upTo(Duration.ofMinutes(3), "\"" + text + "\" on the screen")
                .pollInterval(Duration.ofMillis(100))
                .until(() -> screen().contains(text));
    }

    private String tmux(String... words) {
        List<String> command = new ArrayList<>(List.of("tmux", "-L", server));
        command.addAll(List.of(words));
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            process.waitFor();
            return out;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        tmux("kill-server");
    }
}
