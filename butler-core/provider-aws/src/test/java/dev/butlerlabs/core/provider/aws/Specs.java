package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.Image;

/** Machines and settings as the tests want them. */
final class Specs {
    static final OwnerId OWNER = new OwnerId("0b0071e5-0000-4000-8000-000000000001");
    static final Image IMAGE =
            Image.builder().imageId("ami-1").rootDeviceName("/dev/sda1").build();
    static final AwsSettings SETTINGS = new AwsSettings(
            "eu-central-1",
            Optional.empty(),
            Optional.empty(),
            List.of("subnet-1"),
            List.of("sg-1", "sg-2"),
            Optional.empty(),
            Optional.empty(),
            AwsSettings.TALOS_ACCOUNT,
            Architecture.AMD64,
            true,
            false);

    private Specs() {}

    static MachineSpec sized(int cpu, int memoryMiB) {
        return spec(cpu, memoryMiB, List.of(), "machine: {}");
    }

    static MachineSpec spec(int cpu, int memoryMiB, List<ExtraDisk> disks, String userData) {
        return new MachineSpec(
                new MachineId("alpha-cp-0", OWNER),
                MachineRole.CONTROL_PLANE,
                cpu,
                memoryMiB,
                50,
                disks,
                Optional.empty(),
                Optional.of(new SensitiveText(userData)),
                Optional.empty(),
                Optional.empty(),
                Map.of("team", "blue", "Name", "no machine is called so"));
    }
}
