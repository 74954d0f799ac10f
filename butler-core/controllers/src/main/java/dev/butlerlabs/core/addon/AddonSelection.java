package dev.butlerlabs.core.addon;

import java.util.Map;
import java.util.Set;

/**
 * The platform addons selected for a cluster. Immutable.
 *
 * @param switches the enabled switches, which the descriptions of addons name
 * @param versions versions that differ from the default, by addon name
 * @param places the values of the placeholders in addon texts
 */
public record AddonSelection(Set<String> switches, Map<String, String> versions, Map<String, String> places) {
    public AddonSelection {
        switches = Set.copyOf(switches);
        versions = Map.copyOf(versions);
        places = Map.copyOf(places);
    }
}
