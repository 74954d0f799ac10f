package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HostPortSelectorTest {
    private static final List<Integer> PORTS = List.of(6443, 50_000);

    @Test
    void selectsTheSamePortsForAMachineAndOthersForAnotherOne() {
        HostPortSelector selector = new HostPortSelector(port -> true);
        Map<Integer, Integer> first = selector.select("demo-cp-0", PORTS, Set.of());
        assertThat(first).containsOnlyKeys(PORTS);
        assertThat(first.values())
                .doesNotHaveDuplicates()
                .allMatch(port -> port >= HostPortSelector.FIRST && port <= HostPortSelector.LAST);
        assertThat(selector.select("demo-cp-0", PORTS, Set.of())).isEqualTo(first);
        assertThat(selector.select("demo-cp-1", PORTS, Set.of()).values()).doesNotContainAnyElementsOf(first.values());
    }

    @Test
    void skipsReservedAndUsedPorts() {
        Map<Integer, Integer> first = new HostPortSelector(port -> true).select("demo-cp-0", PORTS, Set.of());
        int used = first.get(6443);
        int reserved = first.get(50_000);
        Map<Integer, Integer> second =
                new HostPortSelector(port -> port != used).select("demo-cp-0", PORTS, Set.of(reserved));
        assertThat(second).isEqualTo(Map.of(6443, used + 1, 50_000, reserved + 1));
    }

    @Test
    void failsWithoutAFreePort() {
        assertThatThrownBy(() -> new HostPortSelector(port -> false).select("demo-cp-0", PORTS, Set.of()))
                .isInstanceOfSatisfying(
                        ButlerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.QUOTA));
    }

    @Test
    void detectsAListener() throws IOException {
        try (ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThat(HostPortSelector.isFreeOnThisMachine(listener.getLocalPort()))
                    .isFalse();
        }
    }
}
