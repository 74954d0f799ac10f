package dev.butlerlabs.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParallelReaderTest {
    @Test
    void aSourceThatFailsOrHangsDoesNotAffectTheOthers() {
        Map<String, Callable<String>> sources = new LinkedHashMap<>();
        sources.put("hanging", () -> {
            new CountDownLatch(1).await();
            return "never";
        });
        sources.put("failing", () -> {
            throw new ButlerException(ErrorCode.UNREACHABLE, "Cannot connect to x.");
        });
        sources.put("broken", () -> {
            throw new IllegalStateException("a bug");
        });
        sources.put("good", () -> "value");
        List<List<String>> waits = new ArrayList<>();

        Map<String, SourceResult<String>> readings =
                new ParallelReader(Duration.ofMillis(300), Duration.ofMillis(20)).read(sources, waits::add);

        assertThat(readings.keySet()).containsExactly("hanging", "failing", "broken", "good");
        assertThat(readings.get("hanging").absence()).isEqualTo("unknown because it did not answer within 0 s");
        assertThat(readings.get("failing").absence()).isEqualTo("unknown because cannot connect to x");
        assertThat(readings.get("broken").absence())
                .isEqualTo("unknown because of an internal error: java.lang.IllegalStateException: a bug");
        assertThat(readings.get("good").value()).contains("value");
        assertThat(waits).last().isEqualTo(List.of("hanging"));
    }

    @Test
    void messagesBecomePartsOfASentence() {
        assertThat(ParallelReader.phrase("Listing the nodes failed.")).isEqualTo("listing the nodes failed");
        assertThat(ParallelReader.phrase("API server down")).isEqualTo("API server down");
    }
}
