package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The network configuration of a machine, version 2, as far as Talos obeys it: an address for a card. */
final class NetworkData {
    private NetworkData() {}

    /**
     * The address a card is told to have.
     *
     * @param card its number; what is said of another card does not count
     */
    static Optional<String> address(String text, String card) {
        try {
            return YamlReader.documents("network data", text).stream()
                    .flatMap(document -> Tree.at(document, "ethernets").stream())
                    .flatMap(cards -> cards instanceof Map<?, ?> map ? map.values().stream() : Stream.empty())
                    .filter(one -> Tree.text(one, "match", "macaddress")
                            .map(card::equalsIgnoreCase)
                            .orElse(true))
                    .flatMap(one -> Tree.items(one, "addresses"))
                    .map(address -> address.toString().split("/", 2)[0])
                    .findFirst();
        } catch (ButlerException e) {
            return Optional.empty();
        }
    }
}
