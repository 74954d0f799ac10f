package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class FittedStreamTest {
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private int columns = 12;
    private final PrintStream stream = new PrintStream(
            new FittedStream(new PrintStream(written, true, StandardCharsets.UTF_8), () -> columns),
            false,
            StandardCharsets.UTF_8);

    @Test
    void breaksLinesForTheCurrentWidth() {
        stream.println("one two three four");
        columns = 40;
        stream.print("five six ");
        stream.println("seven eight");
        assertThat(text()).isEqualTo("one two\nthree four\nfive six seven eight\n");
    }

    @Test
    void holdsTextWithoutALineBreakUntilItIsFlushed() {
        stream.print("größer");
        assertThat(text()).isEmpty();
        stream.flush();
        assertThat(text()).isEqualTo("größer");
    }

    private String text() {
        return written.toString(StandardCharsets.UTF_8);
    }
}
