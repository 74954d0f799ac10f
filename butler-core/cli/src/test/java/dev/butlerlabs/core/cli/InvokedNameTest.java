package dev.butlerlabs.core.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InvokedNameTest {
    private static final String MESSAGE = "Run 'butlerctl cluster list' or 'butleradm pool list'; butlerctl is fine.";

    @Test
    void leavesMessagesOfTheToolItselfUnchanged() {
        assertThat(new InvokedName("butlerctl", "butlerctl").in(MESSAGE)).isEqualTo(MESSAGE);
    }

    @Test
    void replacesSuggestedCommandsOfBothToolsInThePlugin() {
        String expected = "Run 'kubectl butler cluster list' or 'kubectl butler adm pool list'; butlerctl is fine.";
        assertThat(new InvokedName("butlerctl", "kubectl butler").in(MESSAGE)).isEqualTo(expected);
        assertThat(new InvokedName("butleradm", "kubectl butler adm").in(MESSAGE))
                .isEqualTo(expected);
    }
}
