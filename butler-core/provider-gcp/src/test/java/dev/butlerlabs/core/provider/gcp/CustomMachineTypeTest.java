package dev.butlerlabs.core.provider.gcp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CustomMachineTypeTest {
    @Test
    void roundsUpToWhatGoogleOffers() {
        assertThat(CustomMachineType.of(worker(1, 1))).isEqualTo("n2-custom-2-1024");
        assertThat(CustomMachineType.of(worker(5, 9))).isEqualTo("n2-custom-6-9216");
        assertThat(CustomMachineType.of(worker(2, 20))).isEqualTo("n2-custom-2-20480-ext");
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
