package dev.butlerlabs.core.talos.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeAddressTest {
    @ParameterizedTest
    @CsvSource({
        "10.0.0.5, 10.0.0.5, 50000",
        "node-1.example:50001, node-1.example, 50001",
        "fd00::5, fd00::5, 50000",
        "[fd00::5], fd00::5, 50000",
        "[fd00::5]:6000, fd00::5, 6000"
    })
    void readsNamesAndAddresses(String text, String host, int port) {
        assertThat(NodeAddress.parse(text)).isEqualTo(new NodeAddress(host, port));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "https://10.0.0.5", "10.0.0.5:0", "10.0.0.5:70000", "10.0.0.5:x"})
    void refusesWhatIsNone(String text) {
        assertThatThrownBy(() -> NodeAddress.parse(text)).isInstanceOf(ButlerException.class);
    }
}
