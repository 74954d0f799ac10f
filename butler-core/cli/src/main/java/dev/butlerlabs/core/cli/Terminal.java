package dev.butlerlabs.core.cli;

import dev.butlerlabs.core.cli.output.FittedStream;
import dev.butlerlabs.core.cli.output.TerminalColors;
import java.io.BufferedOutputStream;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The standard streams, whether they are terminals, and the environment. Data goes to {@code out}, messages to {@code
 * err}.
 */
public final class Terminal {
    private final InputStream in;
    private final PrintStream out;
    private final PrintStream err;
    private final Map<String, String> environment;
    private final Set<Stream> interactive;
    private final StandardOutput data;
    private final Optional<TerminalSizeReader> sizes;
    private final PrintStream text;

    private Terminal(
            InputStream in,
            PrintStream out,
            PrintStream err,
            Map<String, String> environment,
            Set<Stream> interactive,
            StandardOutput data,
            Optional<TerminalSizeReader> sizes) {
        this.in = in;
        this.out = out;
        this.err = err;
        this.environment = Map.copyOf(environment);
        this.interactive = interactive.isEmpty() ? Set.of() : EnumSet.copyOf(interactive);
        this.data = data;
        this.sizes = sizes;
        this.text = interactive.contains(Stream.OUT)
                ? new PrintStream(new FittedStream(out, () -> size().columns()), false, StandardCharsets.UTF_8)
                : out;
    }

    /** Returns the streams of this process. */
    public static Terminal ofProcess() {
        Set<Stream> interactive = EnumSet.noneOf(Stream.class);
        Optional<TerminalSizeReader> sizes = Optional.empty();
        for (Stream stream : Stream.values()) {
            if (stream.isTerminal()) {
                interactive.add(stream);
                sizes = stream == Stream.IN
                        ? sizes
                        : Optional.of(new TerminalSizeReader(stream.descriptor, System.getenv()));
            }
        }
        return of(
                System.in,
                new FileOutputStream(FileDescriptor.out),
                new FileOutputStream(FileDescriptor.err),
                System.getenv(),
                interactive,
                sizes);
    }

    /** Returns a terminal with the caller's streams, for tests and embedding. */
    public static Terminal of(
            InputStream in,
            OutputStream out,
            OutputStream err,
            Map<String, String> environment,
            Set<Stream> interactive) {
        return of(in, out, err, environment, interactive, Optional.empty());
    }

    private static Terminal of(
            InputStream in,
            OutputStream out,
            OutputStream err,
            Map<String, String> environment,
            Set<Stream> interactive,
            Optional<TerminalSizeReader> sizes) {
        StandardOutput data = new StandardOutput(out);
        StandardOutput messages = new StandardOutput(err);
        return new Terminal(
                in,
                new PrintStream(new BufferedOutputStream(data, 8192), false, StandardCharsets.UTF_8),
                new PrintStream(new BufferedOutputStream(messages, 8192), true, StandardCharsets.UTF_8),
                environment,
                interactive,
                data,
                sizes);
    }

    public InputStream in() {
        return in;
    }

    /**
     * Stream for data. Not flushed per line: the frame flushes it when the command finishes; long-running commands
     * flush it themselves.
     */
    public PrintStream out() {
        return out;
    }

    /**
     * Stream for data that only people read. Lines that are wider than the terminal are broken at spaces; if standard output is not a
     * terminal, this is the stream for data.
     */
    public PrintStream text() {
        return text;
    }

    /** Stream for messages. */
    public PrintStream err() {
        return err;
    }

    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.get(name));
    }

    public boolean isInteractive(Stream stream) {
        return interactive.contains(stream);
    }

    /**
     * Returns whether the screen can be redrawn. The variables {@code NO_COLOR} and {@code BUTLER_NO_COLOR} request plain
     * output, which is also line by line; the option {@code --no-color} only disables color.
     */
    public boolean isAnimated() {
        return isInteractive(Stream.ERR) && !isDumb() && !refusesColor();
    }

    /** Returns the colors to use on a stream. */
    public TerminalColors ink(Stream stream, boolean noColor) {
        boolean refused = noColor || refusesColor() || isDumb();
        return refused || !isInteractive(stream) ? TerminalColors.PLAIN : TerminalColors.COLOURED;
    }

    /**
     * Returns the current size of the terminal. Without a terminal, returns what {@code COLUMNS} and {@code LINES} say, or
     * 80 columns and 24 rows.
     */
    public TerminalSize size() {
        return sizes.map(TerminalSizeReader::get).orElseGet(() -> TerminalSizeReader.ofEnvironment(environment));
    }

    /** Returns the width that standard output has to fit; empty if it is not a terminal. */
    public OptionalInt outputColumns() {
        return isInteractive(Stream.OUT) ? OptionalInt.of(size().columns()) : OptionalInt.empty();
    }

    /** Calls a listener, on another thread, whenever the terminal was resized or has to be drawn again. */
    public void onResize(Runnable listener) {
        sizes.ifPresent(reader -> TerminalSignals.listen(() -> {
            reader.refresh();
            listener.run();
        }));
    }

    /**
     * Returns whether a terminal breaks its lines again when it becomes narrower. Nearly all do; xterm and the Linux console
     * cut them.
     */
    boolean reflowsLines() {
        return !environment.containsKey("XTERM_VERSION")
                && !environment("TERM").filter("linux"::equals).isPresent();
    }

    /** Returns why data could not be written; empty if only the reader has closed the pipe. */
    Optional<IOException> outputFailure() {
        text.flush();
        out.flush();
        return data.failure();
    }

    /** Returns whether no process reads the data any more, such as after {@code | head}. */
    public boolean isReaderGone() {
        return data.isReaderGone();
    }

    private boolean refusesColor() {
        return environment.containsKey("NO_COLOR") || environment.containsKey("BUTLER_NO_COLOR");
    }

    private boolean isDumb() {
        return environment("TERM").filter("dumb"::equals).isPresent();
    }

    /** The standard streams, in the order of their descriptors. */
    public enum Stream {
        IN(0),
        OUT(1),
        ERR(2);

        private final int descriptor;

        Stream(int descriptor) {
            this.descriptor = descriptor;
        }

        /**
         * Returns whether the stream is a terminal. On Linux this is known per stream; elsewhere the console decides
         * for all.
         */
        boolean isTerminal() {
            Path link = Path.of("/proc/self/fd/" + descriptor);
            if (!Files.isSymbolicLink(link)) {
                return Optional.ofNullable(System.console())
                        .filter(Console::isTerminal)
                        .isPresent();
            }
            try {
                String target = Files.readSymbolicLink(link).toString();
                return target.startsWith("/dev/pts/") || target.startsWith("/dev/tty") || target.equals("/dev/console");
            } catch (IOException e) {
                return false;
            }
        }
    }
}
