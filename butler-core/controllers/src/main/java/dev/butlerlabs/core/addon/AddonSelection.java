package dev.butlerlabs.core.addon;

import java.util.Map;
import java.util.Set;

/**
 * The platform addons selected for a cluster. Immutable.
 *
 * @param switches the enabled switches, which the descriptions of addons name
 * @param versions versions that differ from the default, by addon name
 * @param places the values of the placeholders in addon texts
 * @param values Helm values that override those of the descriptions, by addon name
 */
public record AddonSelection(
        Set<String> switches,
        Map<String, String> versions,
        Map<String, String> places,
        Map<String, Map<String, Object>> values) {
    /** Creates a selection without values. */
    public AddonSelection(Set<String> switches, Map<String, String> versions, Map<String, String> places) {
        this(switches, versions, places, Map.of());
    }

    public AddonSelection {
        switches = Set.copyOf(switches);
        versions = Map.copyOf(versions);
        places = Map.copyOf(places);
        values = Map.copyOf(values);
    }
}
