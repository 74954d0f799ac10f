package dev.butlerlabs.core.tenant.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InstanceTypesTest {
    @Test
    void takesTheSmallestThatIsLargeEnough() {
        assertThat(InstanceTypes.aws(worker(2, 4))).contains("c6i.large");
        assertThat(InstanceTypes.aws(worker(2, 5))).contains("m6i.large");
        assertThat(InstanceTypes.aws(worker(3, 32))).contains("r6i.xlarge");
        assertThat(InstanceTypes.aws(worker(4, 33))).contains("r6i.2xlarge");
        assertThat(InstanceTypes.azure(worker(4, 16))).contains("Standard_D4s_v5");
        assertThat(InstanceTypes.azure(worker(1, 16))).contains("Standard_E2s_v5");
    }

    @Test
    void hasNoneWhenNothingIsLargeEnough() {
        assertThat(InstanceTypes.aws(worker(129, 4))).isEmpty();
        assertThat(InstanceTypes.azure(worker(4, 2000))).isEmpty();
    }

    @Test
    void orderedToMeasureAtGoogle() {
        assertThat(InstanceTypes.gcp(worker(1, 1))).isEqualTo("n2-custom-2-1024");
        assertThat(InstanceTypes.gcp(worker(5, 9))).isEqualTo("n2-custom-6-9216");
        assertThat(InstanceTypes.gcp(worker(2, 20))).isEqualTo("n2-custom-2-20480-ext");
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
