package dev.butlerlabs.core.provider.discovery;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A machine type, instance type or VM size that a cloud offers.
 *
 * @param arm64 whether its CPUs have this architecture instead of amd64
 */
public record MachineTypeOffer(String name, int cpus, long memoryMiB, boolean arm64) {
    private static final int MEBIBYTES = 1024;
    private static final Pattern NUMBER = Pattern.compile("[0-9]+");

    public MachineTypeOffer {
        Objects.requireNonNull(name, "name");
    }

    /**
     * Returns the offers as choices, of which none is proposed: the default of a bootstrap file is a type that matches CPU and memory
     * of each machine.
     *
     * @param usual names to list first, because a cloud offers hundreds of types
     */
    public static List<SettingChoice> choices(Stream<MachineTypeOffer> offers, Pattern usual) {
        return offers.sorted(Comparator.comparing((MachineTypeOffer offer) ->
                                !usual.matcher(offer.name()).matches())
                        .thenComparing(MachineTypeOffer::sortKey))
                .map(MachineTypeOffer::toChoice)
                .toList();
    }

    /** Returns a text that sorts numbers in names by their value, so that {@code n2-standard-16} follows {@code n2-standard-8}. */
    private String sortKey() {
        return NUMBER.matcher(name)
                .replaceAll(number -> "0".repeat(Math.max(0, 6 - number.group().length())) + number.group());
    }

    /** Returns a choice that shows CPUs and memory. */
    public SettingChoice toChoice() {
        String memory = BigDecimal.valueOf(memoryMiB)
                .divide(BigDecimal.valueOf(MEBIBYTES), 1, RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString();
        return SettingChoice.of(
                name,
                "%s, %d %s, %s GiB%s"
                        .formatted(name, cpus, cpus == 1 ? "vCPU" : "vCPUs", memory, arm64 ? ", arm64" : ""));
    }
}
