package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.MachineSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.ec2.model.BlockDeviceMapping;
import software.amazon.awssdk.services.ec2.model.EbsBlockDevice;
import software.amazon.awssdk.services.ec2.model.Image;

/** A volume of a machine, created and deleted with it. */
record InstanceVolume(String device, int sizeGiB, String volumeType) {
    private static final String USUAL_ROOT = "/dev/xvda";
    private static final String USUAL_TYPE = "gp3";

    /** Volume types without further parameters. */
    private static final Set<String> TYPES = Set.of(USUAL_TYPE, "gp2", "st1", "sc1", "standard");

    /** The device letters that AWS recommends for data volumes. */
    private static final String LETTERS = "fghijklmnop";

    static List<InstanceVolume> of(MachineSpec spec, Image image) {
        List<InstanceVolume> disks = new ArrayList<>();
        String root = image.rootDeviceName() == null || image.rootDeviceName().isEmpty()
                ? USUAL_ROOT
                : image.rootDeviceName();
        disks.add(new InstanceVolume(root, spec.diskGiB(), USUAL_TYPE));
        if (spec.extraDisks().size() > LETTERS.length()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s has %d extra disks; an instance supports %d."
                            .formatted(spec.id().name(), spec.extraDisks().size(), LETTERS.length()),
                    "Use fewer and larger disks.");
        }
        for (ExtraDisk extra : spec.extraDisks()) {
            disks.add(new InstanceVolume("/dev/sd" + LETTERS.charAt(disks.size() - 1), extra.sizeGB(), type(extra)));
        }
        return List.copyOf(disks);
    }

    private static String type(ExtraDisk extra) {
        if (extra.storageClass() == null || extra.storageClass().isBlank()) {
            return USUAL_TYPE;
        }
        if (!TYPES.contains(extra.storageClass())) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "%s is not a supported volume type.".formatted(extra.storageClass()),
                    "Use gp3, gp2, st1, sc1 or standard as the storageClass of an extra disk, or remove it.");
        }
        return extra.storageClass();
    }

    BlockDeviceMapping mapping() {
        return BlockDeviceMapping.builder()
                .deviceName(device)
                .ebs(EbsBlockDevice.builder()
                        .volumeSize(sizeGiB)
                        .volumeType(volumeType)
                        .deleteOnTermination(true)
                        .build())
                .build();
    }
}
