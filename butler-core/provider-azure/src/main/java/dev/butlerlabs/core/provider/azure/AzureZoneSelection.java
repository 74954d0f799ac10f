package dev.butlerlabs.core.provider.azure;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The availability zones of the machines, and the selection of one for a machine. */
final class AzureZoneSelection {
    private static final Pattern TRAILING_INDEX = Pattern.compile("([0-9]{1,9})$");

    private AzureZoneSelection() {}

    /**
     * Returns the zones to try for a machine in order of preference: its own zone, derived from the number at the end of its name,
     * then the others.
     *
     * @param failures number of zones without capacity so far
     * @return one empty zone if the settings have none
     */
    static List<Optional<String>> inOrderFor(
            String machine, Optional<String> requested, AzureSettings settings, int failures) {
        if (requested.isPresent()) {
            return List.of(Optional.of(allowed(requested.get(), settings)));
        }
        if (settings.zones().isEmpty()) {
            return List.of(Optional.empty());
        }
        List<String> zones =
                new ArrayList<>(settings.zones().stream().distinct().sorted().toList());
        Collections.rotate(zones, -Math.floorMod(index(machine) + failures, zones.size()));
        return zones.stream().map(Optional::of).toList();
    }

    private static String allowed(String zone, AzureSettings settings) {
        if (settings.availabilitySet().isPresent()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "A machine in an availability set cannot have a zone.",
                    "Remove the zone %s, or set zones instead of availabilitySet.".formatted(zone));
        }
        if (!settings.zones().isEmpty() && !settings.zones().contains(zone)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "The settings do not contain the zone %s.".formatted(zone),
                    "Use one of %s, or add the zone to zones.".formatted(settings.zones()));
        }
        return zone;
    }

    private static int index(String machine) {
        Matcher index = TRAILING_INDEX.matcher(machine);
        return index.find() ? Integer.parseInt(index.group(1)) : Math.floorMod(machine.hashCode(), 1000);
    }
}
