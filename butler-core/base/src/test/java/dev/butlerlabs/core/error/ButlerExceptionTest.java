package dev.butlerlabs.core.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ButlerExceptionTest {
    private static final InputProblem PROBLEM = new InputProblem("--workers", "must be 1 or more");

    @Test
    void theHintFitsTheNumberOfProblems() {
        assertThat(new ButlerException(ErrorCode.INVALID_INPUT, "Wrong.").hint())
                .isEqualTo("Fix the problem above and try again.");
        assertThat(ButlerException.invalid("Wrong:", List.of(PROBLEM)).hint())
                .isEqualTo("Fix the problem above and try again.");
        assertThat(ButlerException.invalid("Wrong:", List.of(PROBLEM, PROBLEM)).hint())
                .isEqualTo("Fix the problems above and try again.");
        assertThat(new ButlerException(ErrorCode.TIMEOUT, "Late.").hint()).isEqualTo(ErrorCode.TIMEOUT.remedy());
    }
}
