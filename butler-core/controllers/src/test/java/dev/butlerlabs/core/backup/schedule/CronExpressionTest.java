package dev.butlerlabs.core.backup.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CronExpressionTest {
    @ParameterizedTest
    @CsvSource({
        "30 2 * * *, 2026-11-18T02:29:59Z, 2026-11-17T02:30:00Z, 2026-11-18T02:30:00Z",
        "30 2 * * *, 2026-11-18T02:30:00Z, 2026-11-18T02:30:00Z, 2026-11-19T02:30:00Z",
        "30 2 * * *, 2026-12-31T23:59:59Z, 2026-12-31T02:30:00Z, 2027-01-01T02:30:00Z",
        "*/15 * * * *, 2026-11-18T10:07:00Z, 2026-11-18T10:00:00Z, 2026-11-18T10:15:00Z",
        "0 */6 * * *, 2026-11-18T23:00:00Z, 2026-11-18T18:00:00Z, 2026-11-19T00:00:00Z",
        "5/20 8-9 * * *, 2026-11-18T09:50:00Z, 2026-11-18T09:45:00Z, 2026-11-19T08:05:00Z",
        "0 0 * * 0, 2026-11-18T00:00:00Z, 2026-11-15T00:00:00Z, 2026-11-22T00:00:00Z",
        "0 0 * * 7, 2026-11-18T00:00:00Z, 2026-11-15T00:00:00Z, 2026-11-22T00:00:00Z",
        "0 0 * * mon-fri, 2026-11-21T12:00:00Z, 2026-11-20T00:00:00Z, 2026-11-23T00:00:00Z",
        "0 0 29 2 *, 2096-03-01T00:00:00Z, 2096-02-29T00:00:00Z, 2104-02-29T00:00:00Z",
        "0 0 31 JAN *, 2026-11-18T00:00:00Z, 2026-01-31T00:00:00Z, 2027-01-31T00:00:00Z",
        // If both days are restricted, one of them is enough.
        "0 0 1 * FRI, 2026-11-18T00:00:00Z, 2026-11-13T00:00:00Z, 2026-11-20T00:00:00Z",
        "0 0 1 * FRI, 2026-11-28T00:00:00Z, 2026-11-27T00:00:00Z, 2026-12-01T00:00:00Z"
    })
    void findsTheTimesAroundAnother(String text, Instant now, Instant previous, Instant next) {
        CronExpression expression = CronExpression.parse(text);

        assertThat(expression.previous(now)).isEqualTo(previous);
        assertThat(expression.next(now)).isEqualTo(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3 4 5 6 *", "59 23 31 12 *", "7 */5 */3 * *", "*/7 1-5,20 * 2,11 1-3"})
    void nextAndPreviousAgree(String text) {
        CronExpression expression = CronExpression.parse(text);
        Instant time = Instant.parse("2026-01-01T00:00:00Z");
        for (int i = 0; i < 200; i++) {
            Instant next = expression.next(time);
            assertThat(next).isAfter(time);
            assertThat(expression.previous(next)).isEqualTo(next);
            assertThat(expression.next(next.minusSeconds(1))).isEqualTo(next);
            assertThat(expression.previous(next.minusSeconds(1))).isBefore(next);
            time = next;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "* * * *",
                "* * * * * *",
                "60 * * * *",
                "* 24 * * *",
                "* * 0 * *",
                "* * * 13 *",
                "* * * * 8",
                "5-1 * * * *",
                "*/0 * * * *",
                "a * * * *",
                "1, * * * *",
                "-1 * * * *",
                "* * * * FRY",
                "* * * ANF *"
            })
    void rejectsOthers(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> CronExpression.parse(text));
    }

    @Test
    void rejectsADayThatNeverComes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CronExpression.parse("0 0 31 2 *"))
                .withMessageContaining("no day matches");
    }
}
