package dev.butlerlabs.core.provider.proxmox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.provider.MachineId;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ProxmoxVmIdsTest {
    private final ProxmoxVmIds ids = new ProxmoxVmIds(200, 299);

    @Test
    void orderContainsEveryIdOnce() {
        assertThat(ids.orderFor(new MachineId("cp-0", ProxmoxSamples.OWNER)).sorted())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(200, 299).boxed().toList());
    }

    @Test
    void orderOfAMachineIsAlwaysTheSame() {
        MachineId machine = new MachineId("cp-0", ProxmoxSamples.OWNER);
        assertThat(ids.orderFor(machine).boxed())
                .containsExactlyElementsOf(ids.orderFor(machine).boxed().toList());
    }

    @Test
    void machinesStartAtDifferentIds() {
        assertThat(IntStream.range(0, 50)
                        .map(number -> new ProxmoxVmIds(20_000, 29_999)
                                .orderFor(new MachineId("worker-" + number, ProxmoxSamples.OWNER))
                                .findFirst()
                                .orElseThrow())
                        .distinct()
                        .count())
                .isGreaterThan(47);
    }

    @Test
    void rangeWithoutIdsIsEmpty() {
        assertThat(new ProxmoxVmIds(200, 199).isEmpty()).isTrue();
        assertThat(new ProxmoxVmIds(200, 200).isEmpty()).isFalse();
    }
}
