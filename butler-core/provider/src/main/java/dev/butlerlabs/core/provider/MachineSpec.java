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
 * The machine that is wanted.
 *
 * @param image in the infrastructure's own words; the default of the provider's settings when empty
 * @param userData configuration handed over at the first boot, plain, not yet encoded in any way
 * @param networkData network configuration handed over at the first boot
 * @param zone where to make it, on infrastructures that have zones; chosen from the name when empty, always the same one
 * @param labels put on the machine beside Butler's own marks
 * @param address the one it is to have; the infrastructure chooses one when empty
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

    /** A machine that takes the address it gets. */
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
