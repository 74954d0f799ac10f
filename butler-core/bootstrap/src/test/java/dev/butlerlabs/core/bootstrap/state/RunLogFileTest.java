package dev.butlerlabs.core.bootstrap.state;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.progress.ProgressEvent;
import dev.butlerlabs.core.progress.ProgressEvent.RunEnded;
import dev.butlerlabs.core.progress.ProgressEvent.RunStarted;
import dev.butlerlabs.core.progress.ProgressEvent.Started;
import dev.butlerlabs.core.progress.ProgressEventDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLogFileTest {
    private static final ProgressEvent BEGIN = new RunStarted(Instant.EPOCH, "bootstrap");
    private static final ProgressEvent STEP = new Started(Instant.EPOCH, "Größe", "Starting");
    private static final RunEnded END = new RunEnded(Instant.EPOCH, true, "");

    @TempDir
    private Path folder;

    private Path file;
    private final List<ProgressEvent> heard = new ArrayList<>();

    @BeforeEach
    void create() throws IOException {
        file = Files.createFile(folder.resolve("events.jsonl"));
    }

    @Test
    void aHalfLineWaitsForItsOtherHalf() throws IOException {
        RunLogFile story = new RunLogFile(file);
        String line = line(STEP);
        write(line(BEGIN) + line.substring(0, 20));
        assertThat(story.news()).containsExactly(BEGIN);
        assertThat(story.news()).isEmpty();
        write(line.substring(20));
        assertThat(story.news()).containsExactly(STEP);
    }

    @Test
    void onlyTheLastRunIsTold() throws Exception {
        write(line(BEGIN) + line(STEP) + line(BEGIN) + line(END));

        assertThat(new RunLogFile(file).follow(heard::add, () -> false)).contains(END);
        assertThat(heard).containsExactly(BEGIN, END);
    }

    @Test
    void whatIsToldLaterIsHeardToo() throws Exception {
        write(line(BEGIN));
        List<String> later = new ArrayList<>(List.of(line(STEP), line(END)));

        assertThat(new RunLogFile(file).follow(heard::add, () -> {
                    write(later.removeFirst());
                    return true;
                }))
                .contains(END);
        assertThat(heard).containsExactly(BEGIN, STEP, END);
    }

    @Test
    void aTellerThatIsGoneIsNotWaitedFor() throws Exception {
        write(line(BEGIN) + line(STEP));

        assertThat(new RunLogFile(file).follow(heard::add, () -> false)).isEmpty();
        assertThat(heard).containsExactly(BEGIN, STEP);
    }

    private static String line(ProgressEvent event) {
        return new ObjectMapper().valueToTree(ProgressEventDocument.of(event)).toString() + "\n";
    }

    private void write(String text) {
        try {
            Files.writeString(file, text, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
