package dev.butlerlabs.core.provider;

import dev.butlerlabs.core.api.ExtraDisk;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.SensitiveText;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The desired machine. Immutable.
 *
 * @param image provider-specific image reference; the default of the provider settings if empty
 * @param userData user data for the first boot, not encoded
 * @param networkData network configuration for the first boot
 * @param zone availability zone, on infrastructures with zones; derived from the name if empty, always the same one
 * @param labels labels of the machine in addition to the ownership tags
 * @param address static address; the infrastructure assigns one if empty
 */
@RecordBuilder
public record MachineSpec(
        MachineId id,
        MachineRole role,
        int cpu,
        int memoryMiB,
        int diskGiB,
        List<ExtraDisk> extraDisks,
        Optional<String> image,
        Optional<SensitiveText> userData,
        Optional<SensitiveText> networkData,
        Optional<String> zone,
        Map<String, String> labels,
        Optional<MachineAddress> address) {
    public MachineSpec {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(role, "role");
        Objects.requireNonNull(image, "image");
        Objects.requireNonNull(userData, "userData");
        Objects.requireNonNull(networkData, "networkData");
        Objects.requireNonNull(zone, "zone");
        Objects.requireNonNull(address, "address");
        extraDisks = List.copyOf(extraDisks);
        labels = Map.copyOf(labels);
    }

    /** Creates a machine without a static address. */
    public MachineSpec(
            MachineId id,
            MachineRole role,
            int cpu,
            int memoryMiB,
            int diskGiB,
            List<ExtraDisk> extraDisks,
            Optional<String> image,
            Optional<SensitiveText> userData,
            Optional<SensitiveText> networkData,
            Optional<String> zone,
            Map<String, String> labels) {
        this(
                id,
                role,
                cpu,
                memoryMiB,
                diskGiB,
                extraDisks,
                image,
                userData,
                networkData,
                zone,
                labels,
                Optional.empty());
    }
}
