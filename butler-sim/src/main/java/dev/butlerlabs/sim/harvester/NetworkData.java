package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.talos.yaml.YamlReader;
import dev.butlerlabs.core.tree.UntypedTree;
import java.util.Optional;

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
                    .map(document -> UntypedTree.of(document).map("ethernets"))
                    .flatMap(cards -> cards.values().stream().map(UntypedTree::of))
                    .filter(one -> one.text("match.macaddress")
                            .map(card::equalsIgnoreCase)
                            .orElse(true))
                    .flatMap(one -> one.items("addresses").stream())
                    .map(address -> address.anyText().split("/", 2)[0])
                    .findFirst();
        } catch (ButlerException e) {
            return Optional.empty();
        }
    }
}
