package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.docker.ImageName;
import dev.butlerlabs.core.docker.MachineContainerSpec;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.OwnershipTags;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TalosContainerRendererTest {
    private static final ImageName IMAGE = ImageName.parse("ghcr.io/siderolabs/talos:v1.12.1");
    private static final MachineId ID = new MachineId("demo-cp-0", new OwnerId("owner-1"));

    private static MachineSpec spec(MachineRole role, Optional<String> userData) {
        return MachineSpecBuilder.builder()
                .id(ID)
                .role(role)
                .cpu(2)
                .memoryMiB(4096)
                .diskGiB(20)
                .extraDisks(List.of())
                .image(Optional.empty())
                .userData(userData.map(SensitiveText::new))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("purpose", "test", OwnershipTags.OWNER, "another-owner"))
                .address(Optional.of(new MachineAddress("10.5.0.20/24", "10.5.0.1", List.of())))
                .build();
    }

    private static MachineContainerSpec rendered(MachineRole role, Optional<String> userData) {
        return TalosContainerRenderer.of(spec(role, userData), IMAGE, "butler-owner-1", Map.of(50_000, 20_001));
    }

    @Test
    void rendersTheContainerAsTalosExpectsIt() {
        MachineContainerSpec container = rendered(MachineRole.CONTROL_PLANE, Optional.of("machine: {}\n"));
        assertThat(container.environment())
                .containsExactly(
                        "PLATFORM=container",
                        "TALOSSKU=2CPU-4096RAM",
                        "USERDATA="
                                + Base64.getEncoder().encodeToString("machine: {}\n".getBytes(StandardCharsets.UTF_8)));
        assertThat(container.temporary()).containsExactly("/run", "/system", "/tmp");
        assertThat(container.volumes())
                .containsOnly(
                        Map.entry("/var", "demo-cp-0-var"),
                        Map.entry("/system/state", "demo-cp-0-state"),
                        Map.entry("/etc/cni", "demo-cp-0-cni"),
                        Map.entry("/etc/kubernetes", "demo-cp-0-kubernetes"),
                        Map.entry("/usr/libexec/kubernetes", "demo-cp-0-libexec"),
                        Map.entry("/opt", "demo-cp-0-opt"));
        assertThat(container.address()).contains("10.5.0.20");
        assertThat(container.network()).isEqualTo("butler-owner-1");
        assertThat(container.cpus()).isEqualTo(2);
        assertThat(container.memoryMiB()).isEqualTo(4096);
    }

    @Test
    void publishesTheTalosApiAndTheKubernetesApiOfControlPlanes() {
        assertThat(TalosContainerRenderer.ports(spec(MachineRole.CONTROL_PLANE, Optional.empty())))
                .containsExactly(6443, 50_000);
        assertThat(TalosContainerRenderer.ports(spec(MachineRole.WORKER, Optional.empty())))
                .containsExactly(50_000);
        assertThat(rendered(MachineRole.WORKER, Optional.empty()).ports()).containsExactly(Map.entry(50_000, 20_001));
    }

    @Test
    void startsInMaintenanceModeWithoutUserData() {
        assertThat(rendered(MachineRole.WORKER, Optional.empty()).environment())
                .noneMatch(variable -> variable.startsWith("USERDATA"));
    }

    @Test
    void keepsTheOwnershipLabelsWhateverTheMachineIsLabelled() {
        MachineContainerSpec container = rendered(MachineRole.WORKER, Optional.empty());
        assertThat(container.labels()).containsEntry("purpose", "test").containsAllEntriesOf(OwnershipTags.marks(ID));
        assertThat(container.volumeLabels()).isEqualTo(OwnershipTags.marks(ID));
    }

    @Test
    void doesNotPrintTheUserData() {
        MachineContainerSpec container = rendered(MachineRole.WORKER, Optional.of("canary"));
        String encoded = Base64.getEncoder().encodeToString("canary".getBytes(StandardCharsets.UTF_8));
        assertThat(container.environment()).contains("USERDATA=" + encoded);
        assertThat(container.toString()).doesNotContain("canary", encoded);
    }
}
