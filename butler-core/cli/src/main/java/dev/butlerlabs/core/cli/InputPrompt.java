package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.ByteArrayOutputStream;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/**
 * Reads lines that a user types on a terminal. Ctrl-C and the end of the input cancel the command. Not thread-safe.
 */
public final class InputPrompt {
    private final CommandContext session;

    public InputPrompt(CommandContext session) {
        this.session = session;
    }

    /** Returns whether a user can be asked. */
    public boolean isPossible() {
        return session.terminal().isInteractive(Terminal.Stream.IN)
                && session.terminal().isInteractive(Terminal.Stream.ERR);
    }

    /**
     * Asks a question.
     *
     * @return the line without surrounding spaces; empty text if the user only pressed Enter
     * @throws ButlerException with CANCELLED without an answer
     */
    public String line(String question) {
        session.messages().ask(question);
        return awaited(() -> readLine(session.terminal().in())).strip();
    }

    /**
     * Prompts for a secret, which the terminal does not show.
     *
     * @throws ButlerException if the terminal cannot hide it
     */
    public String secret(String question) {
        boolean isOfProcess = session.terminal().in() == System.in;
        Optional<Console> console = Optional.ofNullable(System.console())
                .filter(Console::isTerminal)
                .filter(_ -> isOfProcess);
        if (isOfProcess && console.isEmpty()) {
            throw new ButlerException(
                    ErrorCode.ENVIRONMENT,
                    "This terminal cannot hide input.",
                    "Pass secrets as references to environment variables or files instead.");
        }
        session.messages().ask(console.isPresent() ? "" : question);
        return awaited(() -> console.map(found -> password(found, question))
                        .orElseGet(() -> readLine(session.terminal().in())))
                .strip();
    }

    /** The console prints the question after it has hidden the input, so that nothing typed early is shown. */
    private static Optional<String> password(Console console, String question) {
        return Optional.ofNullable(console.readPassword("%s", question)).map(String::valueOf);
    }

    /** Waits in another thread: reading a terminal cannot be interrupted. */
    private static String awaited(Supplier<Optional<String>> reading) {
        CompletableFuture<Optional<String>> line = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("input").start(() -> {
            try {
                line.complete(reading.get());
            } catch (RuntimeException e) {
                line.completeExceptionally(e);
            }
        });
        try {
            return line.get().orElseThrow(InputPrompt::cancelled);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw cancelled();
        } catch (ExecutionException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read standard input.", e.getCause());
        }
    }

    private static ButlerException cancelled() {
        return new ButlerException(ErrorCode.CANCELLED, "Cancelled: nothing was changed.");
    }

    /** @return empty at the end of the input */
    private static Optional<String> readLine(InputStream in) {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        try {
            int octet = in.read();
            if (octet < 0) {
                return Optional.empty();
            }
            for (; octet >= 0 && octet != '\n'; octet = in.read()) {
                line.write(octet);
            }
        } catch (IOException e) {
            throw new ButlerException(ErrorCode.ENVIRONMENT, "Cannot read standard input.", e);
        }
        return Optional.of(line.toString(StandardCharsets.UTF_8));
    }
}
