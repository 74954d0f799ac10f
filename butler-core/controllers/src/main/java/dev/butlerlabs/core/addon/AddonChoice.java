package dev.butlerlabs.core.addon;

import java.util.Map;
import java.util.Set;

/**
 * Which parts of the platform a cluster gets.
 *
 * @param switches those that are on; the descriptions of addons name them
 * @param versions by name of addon, where another than the shipped one is wanted
 * @param places what to fill into the texts of addons
 */
public record AddonChoice(Set<String> switches, Map<String, String> versions, Map<String, String> places) {
    public AddonChoice {
        switches = Set.copyOf(switches);
        versions = Map.copyOf(versions);
        places = Map.copyOf(places);
    }
}
