package dev.butlerlabs.core.cli.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class LoggingTest {
    private final List<String> lines = new ArrayList<>();

    @AfterEach
    void silence() {
        LogSetup.install(LogFormat.TEXT, 0, line -> {});
    }

    @Test
    void putsKeyValuesBehindTheWordsWhereverTheyWereGiven() {
        LogSetup.install(LogFormat.TEXT, 1, lines::add);
        Logger logger = LoggerFactory.getLogger("dev.butlerlabs.test");
        logger.atInfo().addKeyValue("port", 6443).log("engine started");
        logger.info("engine started port={}", 6443);
        assertThat(lines)
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).matches("\\d\\d:\\d\\d:\\d\\d INF engine started port=6443"));
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 1", "1, 2, 1", "2, 3, 2", "3, 3, 3"})
    void hearsOurselvesOneLevelEarlierThanLibraries(int verbosity, int ours, int theirs) {
        LogSetup.install(LogFormat.TEXT, verbosity, lines::add);
        for (String name : List.of("dev.butlerlabs.test", "io.fabric8.test")) {
            Logger logger = LoggerFactory.getLogger(name);
            logger.debug("{} debug", name);
            logger.info("{} info", name);
            logger.warn("{} warn", name);
        }
        assertThat(lines).filteredOn(line -> line.contains("butlerlabs")).hasSize(ours);
        assertThat(lines).filteredOn(line -> line.contains("fabric8")).hasSize(theirs);
    }

    @Test
    void writesJsonForPrograms() {
        LogRecord entry = new LogRecord(Level.WARNING, "disk \"full\" free=0");
        entry.setLoggerName("dev.butlerlabs.store");
        entry.setInstant(Instant.EPOCH);
        assertThat(new JsonFormatter().format(entry))
                .isEqualTo("{\"time\":\"1970-01-01T00:00:00Z\",\"level\":\"WRN\",\"logger\":\"dev.butlerlabs.store\","
                        + "\"message\":\"disk \\\"full\\\"\",\"fields\":{\"free\":\"0\"}}");
    }

    @Test
    void tellsAFailureInWordsAndItsTraceWhenAsked() {
        LogRecord entry = new LogRecord(Level.SEVERE, "lost");
        entry.setInstant(Instant.EPOCH);
        entry.setThrown(new IllegalStateException("why"));
        assertThat(new TextFormatter(ZoneOffset.UTC, false).format(entry))
                .isEqualTo("00:00:00 ERR lost: java.lang.IllegalStateException: why");
        assertThat(new TextFormatter(ZoneOffset.UTC, true).format(entry))
                .startsWith("00:00:00 ERR lost\njava.lang.IllegalStateException: why\n\tat ");
    }
}
