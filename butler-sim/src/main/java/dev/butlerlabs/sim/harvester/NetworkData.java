package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Parses cloud-init network configuration, version 2, as far as Talos applies it: static addresses of network
 * interfaces.
 */
final class NetworkData {
    private NetworkData() {}

    /**
     * Returns the static address of a network interface.
     *
     * @param card its MAC address; settings of other interfaces are ignored
     */
    static Optional<String> address(String text, String card) {
        try {
            return YamlReader.documents("network data", text).stream()
                    .flatMap(document -> ManifestFields.at(document, "ethernets").stream())
                    .flatMap(cards -> cards instanceof Map<?, ?> map ? map.values().stream() : Stream.empty())
                    .filter(one -> ManifestFields.text(one, "match", "macaddress")
                            .map(card::equalsIgnoreCase)
                            .orElse(true))
                    .flatMap(one -> ManifestFields.items(one, "addresses"))
                    .map(address -> address.toString().split("/", 2)[0])
                    .findFirst();
        } catch (ButlerException e) {
            return Optional.empty();
        }
    }
}
