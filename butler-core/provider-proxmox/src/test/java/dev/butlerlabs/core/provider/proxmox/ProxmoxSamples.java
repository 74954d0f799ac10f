package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnerId;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Machines and settings for tests. */
final class ProxmoxSamples {
    static final OwnerId OWNER = new OwnerId("6f3c2a10");

    private ProxmoxSamples() {}

    static MachineSpec machine(String name) {
        return MachineSpecBuilder.builder()
                .id(new MachineId(name, OWNER))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMiB(8192)
                .diskGiB(50)
                .extraDisks(List.of(new ExtraDisk(200, null), new ExtraDisk(10, "fast")))
                .image(Optional.empty())
                .userData(Optional.empty())
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("team", "blue", "example.com/team", "blue"))
                .address(Optional.of(
                        new MachineAddress("192.0.2.20/24", "192.0.2.1", List.of("192.0.2.2", "192.0.2.3"))))
                .build();
    }

    static ProxmoxSettings settings() {
        return new ProxmoxSettings(
                List.of("pve1", "pve2", "pve3"),
                "ceph",
                Optional.of(9000),
                Optional.empty(),
                Optional.empty(),
                Optional.of("vmbr1"),
                Optional.of(42),
                Optional.of("butler"),
                new ProxmoxVmIds(200, 299));
    }

    static ObservedProxmoxVm vm(String config) {
        return new ObservedProxmoxVm(
                200,
                "pve1",
                JsonDocument.read(config.getBytes(StandardCharsets.UTF_8)).orElseThrow());
    }
}
