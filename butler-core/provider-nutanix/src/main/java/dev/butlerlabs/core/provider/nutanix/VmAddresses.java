package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Selects the addresses of a machine, IPv4 first. */
final class VmAddresses {
    private VmAddresses() {}

    static List<String> usable(JsonNode cards) {
        return JsonDocument.items(cards)
                .flatMap(card -> JsonDocument.items(card.path("ip_endpoint_list")))
                .flatMap(endpoint -> JsonDocument.text(endpoint, "/ip").stream())
                .map(VmAddresses::parse)
                .flatMap(Optional::stream)
                .filter(address -> !address.isLinkLocalAddress())
                .sorted(Comparator.comparing(Inet6Address.class::isInstance))
                .map(InetAddress::getHostAddress)
                .distinct()
                .toList();
    }

    /**
     * Parses an address.
     *
     * @return empty if the text is not an address
     */
    private static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text)).filter(address -> !address.isAnyLocalAddress());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
