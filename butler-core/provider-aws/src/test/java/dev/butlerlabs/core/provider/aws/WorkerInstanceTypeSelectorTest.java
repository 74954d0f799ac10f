package dev.butlerlabs.core.provider.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WorkerInstanceTypeSelectorTest {
    @Test
    void selectsTheSmallestTypeThatIsLargeEnough() {
        assertThat(WorkerInstanceTypeSelector.smallest(worker(2, 4))).contains("c6i.large");
        assertThat(WorkerInstanceTypeSelector.smallest(worker(2, 5))).contains("m6i.large");
        assertThat(WorkerInstanceTypeSelector.smallest(worker(3, 32))).contains("r6i.xlarge");
        assertThat(WorkerInstanceTypeSelector.smallest(worker(4, 33))).contains("r6i.2xlarge");
    }

    @Test
    void isEmptyIfNoTypeIsLargeEnough() {
        assertThat(WorkerInstanceTypeSelector.smallest(worker(129, 4))).isEmpty();
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
