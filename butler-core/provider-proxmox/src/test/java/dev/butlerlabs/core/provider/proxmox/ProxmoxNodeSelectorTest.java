package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProxmoxNodeSelectorTest {
    private static final List<String> RING = List.of("pve1", "pve2", "pve3");

    private static String node(String name, List<String> usable, Map<String, Long> peers) {
        return ProxmoxNodeSelector.spread(ProxmoxSamples.machine(name), RING, usable, peers);
    }

    @Test
    void machinesThatAreCreatedTogetherAreOnDifferentNodes() {
        assertThat(IntStream.range(0, 3).mapToObj(number -> node("cp-" + number, RING, Map.of())))
                .containsExactly("pve1", "pve2", "pve3");
    }

    @Test
    void nodeThatIsDownIsSkipped() {
        assertThat(node("cp-1", List.of("pve1", "pve3"), Map.of())).isEqualTo("pve3");
    }

    @Test
    void nodeWithAPeerIsAvoided() {
        assertThat(node("cp-0", RING, Map.of("pve1", 1L, "pve2", 1L))).isEqualTo("pve3");
        assertThat(node("cp-0", List.of("pve1", "pve2"), Map.of("pve1", 1L, "pve2", 1L)))
                .isEqualTo("pve1");
    }

    @Test
    void nodeOfAMachineWithoutANumberIsAlwaysTheSame() {
        assertThat(node("control-plane", RING, Map.of())).isEqualTo(node("control-plane", RING, Map.of()));
    }

    @Test
    void freeMemoryDecidesWhetherAMachineFits() {
        ProxmoxNode node = new ProxmoxNode("pve1", true, 16384, 8192);
        assertThat(node.hasRoomFor(8192)).isTrue();
        assertThat(node.hasRoomFor(8193)).isFalse();
        assertThat(new ProxmoxNode("pve1", true, 0, 0).hasRoomFor(1 << 20)).isTrue();
    }
}
