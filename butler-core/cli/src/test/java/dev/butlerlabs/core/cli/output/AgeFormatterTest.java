package dev.butlerlabs.core.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeFormatterTest {
    @ParameterizedTest
    @CsvSource({
        "PT0S, 0s",
        "PT59.9S, 59s",
        "PT60S, 1m",
        "PT59M59S, 59m",
        "PT1H, 1h",
        "PT23H59M, 23h",
        "PT24H, 1d",
        "P6DT23H, 6d",
        "P7D, 1w",
        "P400D, 57w",
        "PT-5S, 0s",
    })
    void tellsTheLargestUnitThatFits(Duration length, String age) {
        assertThat(AgeFormatter.of(length)).isEqualTo(age);
    }

    @Test
    void admitsWhatItDoesNotKnow() {
        assertThat(AgeFormatter.between(Optional.empty(), Instant.EPOCH)).isEqualTo("<unknown>");
    }
}
