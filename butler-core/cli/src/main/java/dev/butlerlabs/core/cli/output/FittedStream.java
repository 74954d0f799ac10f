package dev.butlerlabs.core.cli.output;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.IntSupplier;

/** Breaks lines that are wider than the terminal. Text without a line break is held until the next one or a flush. Not thread-safe. */
public final class FittedStream extends OutputStream {
    private final PrintStream out;
    private final IntSupplier columns;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    /** @param columns the current width of the terminal */
    public FittedStream(PrintStream out, IntSupplier columns) {
        this.out = out;
        this.columns = columns;
    }

    @Override
    public void write(int value) {
        if (value == '\n') {
            AnsiText.fit(line.toString(StandardCharsets.UTF_8), columns.getAsInt())
                    .forEach(out::println);
            line.reset();
        } else {
            line.write(value);
        }
    }

    @Override
    public void flush() {
        out.print(line.toString(StandardCharsets.UTF_8));
        line.reset();
        out.flush();
    }
}
