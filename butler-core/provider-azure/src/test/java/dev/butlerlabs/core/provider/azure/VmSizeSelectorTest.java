package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VmSizeSelectorTest {
    @Test
    void selectsTheSmallestSizeThatIsLargeEnough() {
        assertThat(VmSizeSelector.smallest(worker(4, 16))).contains("Standard_D4s_v5");
        assertThat(VmSizeSelector.smallest(worker(1, 16))).contains("Standard_E2s_v5");
    }

    @Test
    void isEmptyIfNoSizeIsLargeEnough() {
        assertThat(VmSizeSelector.smallest(worker(4, 2000))).isEmpty();
    }

    private static WorkerSpec worker(int cpu, int gibibytes) {
        return new WorkerSpec(
                cpu,
                gibibytes * 1024L,
                10,
                OperatingSystem.Type.ROCKY,
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                "v1.31.4",
                List.of());
    }
}
