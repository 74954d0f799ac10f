package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.TypeConversionException;

class DurationConverterTest {
    @ParameterizedTest
    @CsvSource({"30s, PT30S", "15m, PT15M", "1h30m, PT1H30M", "500ms, PT0.5S", "90m, PT1H30M", "1h2m3s4ms, PT1H2M3.004S"
    })
    void readsWhatPeopleType(String text, Duration duration) {
        assertThat(new DurationConverter().convert(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5", "5 m", "-5m", "m", "5d", "0s", "1m1h", "99999999999s"})
    void refusesTheRest(String text) {
        assertThatThrownBy(() -> new DurationConverter().convert(text)).isInstanceOf(TypeConversionException.class);
    }
}
