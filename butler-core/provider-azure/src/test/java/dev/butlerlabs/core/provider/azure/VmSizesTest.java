package dev.butlerlabs.core.provider.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.Worker;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class VmSizesTest {
    @Test
    void selectsTheSmallestSizeThatIsLargeEnough() {
        assertThat(VmSizes.smallest(worker(4, 16))).contains("Standard_D4s_v5");
        assertThat(VmSizes.smallest(worker(1, 16))).contains("Standard_E2s_v5");
    }

    @Test
    void isEmptyIfNoSizeIsLargeEnough() {
        assertThat(VmSizes.smallest(worker(4, 2000))).isEmpty();
    }

    private static Worker worker(int cpu, int gibibytes) {
        return new Worker(
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
