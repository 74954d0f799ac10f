package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.MachineSpecBuilder;
import dev.butlerlabs.core.provider.OwnerId;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Settings and machines for tests. */
final class AzureCases {
    static final OwnerId OWNER = new OwnerId("owner-1");
    static final String SUBSCRIPTION = "00000000-0000-4000-8000-000000000001";

    private AzureCases() {}

    static AzureSettings settings() {
        return new AzureSettings(
                SUBSCRIPTION,
                "group",
                "westeurope",
                "vnet",
                "network-group",
                "machines",
                Optional.empty(),
                Optional.empty(),
                Optional.of("siderolabs:talos:v1-12:latest"),
                List.of(),
                Optional.empty(),
                false,
                AzureDiskTypes.DEFAULT,
                URI.create("https://127.0.0.1:1"),
                URI.create("https://127.0.0.1:1"),
                AzureIdentity.CLIENT_SECRET);
    }

    static MachineSpec spec(String name) {
        return MachineSpecBuilder.builder()
                .id(new MachineId(name, OWNER))
                .role(MachineRole.CONTROL_PLANE)
                .cpu(4)
                .memoryMiB(8192)
                .diskGiB(50)
                .extraDisks(List.of(new ExtraDisk(10, null), new ExtraDisk(20, "standardssd_lrs")))
                .image(Optional.empty())
                .userData(Optional.of(new SensitiveText("machine: {type: controlplane}")))
                .networkData(Optional.empty())
                .zone(Optional.empty())
                .labels(Map.of("butler.butlerlabs.dev/role", "control-plane"))
                .address(Optional.empty())
                .build();
    }
}
