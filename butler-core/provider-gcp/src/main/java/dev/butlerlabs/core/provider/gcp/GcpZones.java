package dev.butlerlabs.core.provider.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The zones of the machines, and the selection of one for a machine. Thread-safe; reads the region once. */
final class GcpZones {
    private static final Pattern TRAILING_INDEX = Pattern.compile("([0-9]{1,9})$");

    private final GcpClient client;
    private final GcpSettings settings;
    private volatile List<String> known = List.of();

    GcpZones(GcpClient client, GcpSettings settings) {
        this.client = client;
        this.settings = settings;
    }

    /** Returns all zones of the region, also if the settings allow only one of them for new machines. */
    List<String> ofRegion() {
        List<String> zones = known;
        if (zones.isEmpty()) {
            zones = zones(client.get("regions/" + settings.region()));
            known = zones;
        }
        return zones;
    }

    static List<String> zones(JsonNode region) {
        return JsonDocument.items(region.path("zones"))
                .map(link -> GcpPaths.name(link.asText()))
                .sorted()
                .toList();
    }

    /** Returns the zone in which a machine of this name is expected. */
    String expected(String machine) {
        return inOrderFor(machine, Optional.empty()).getFirst();
    }

    /**
     * Returns the zones to try for a machine in order of preference.
     *
     * @throws ButlerException with NOT_FOUND if the requested zone is not in the region
     */
    List<String> inOrderFor(String machine, Optional<String> requested) {
        if (requested.isPresent()) {
            return List.of(requireKnown(requested.get()));
        }
        return settings.zone().map(List::of).orElseGet(() -> rotated(ofRegion(), machine));
    }

    private String requireKnown(String zone) {
        if (!ofRegion().contains(zone)) {
            throw new ButlerException(
                    ErrorCode.NOT_FOUND,
                    "The zone %s is not in the region %s.".formatted(zone, settings.region()),
                    "Use one of %s.".formatted(String.join(", ", ofRegion())));
        }
        return zone;
    }

    /** Starts with the zone that the number at the end of the name selects, so that replicas are in different zones. */
    static List<String> rotated(List<String> zones, String machine) {
        if (zones.isEmpty()) {
            throw new ButlerException(ErrorCode.PROVIDER_TROUBLED, "Compute Engine returned a region without zones.");
        }
        Matcher index = TRAILING_INDEX.matcher(machine);
        int number =
                index.find() ? Integer.parseInt(index.group(1)) : Math.floorMod(machine.hashCode(), Integer.MAX_VALUE);
        List<String> rotated = new ArrayList<>(zones);
        Collections.rotate(rotated, -Math.floorMod(number, zones.size()));
        return List.copyOf(rotated);
    }
}
