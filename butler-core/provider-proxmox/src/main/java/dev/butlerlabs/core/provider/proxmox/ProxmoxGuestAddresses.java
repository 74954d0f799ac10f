package dev.butlerlabs.core.provider.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Selects addresses that the guest agent reports: those of the first network interface, IPv4 first. */
final class ProxmoxGuestAddresses {
    private ProxmoxGuestAddresses() {}

    /**
     * Returns the usable addresses. Interfaces of containers and tunnels in the guest are ignored, if the MAC address is known.
     *
     * @param macAddress MAC address of the network interface in the configuration
     */
    static List<String> usable(JsonNode interfaces, Optional<String> macAddress) {
        return JsonDocument.items(interfaces)
                .filter(device -> macAddress
                        .map(mac -> mac.equalsIgnoreCase(
                                device.path("hardware-address").asText("")))
                        .orElse(true))
                .flatMap(device -> JsonDocument.items(device.path("ip-addresses")))
                .flatMap(address -> JsonDocument.text(address, "/ip-address").stream())
                .flatMap(text -> parse(text).stream())
                .filter(address -> !address.isLinkLocalAddress())
                .filter(address -> !address.isLoopbackAddress() || macAddress.isPresent())
                .sorted(Comparator.comparing(Inet6Address.class::isInstance))
                .map(InetAddress::getHostAddress)
                .distinct()
                .toList();
    }

    private static Optional<InetAddress> parse(String text) {
        try {
            return Optional.of(InetAddress.ofLiteral(text.replaceFirst("%.*", "")))
                    .filter(address -> !address.isAnyLocalAddress());
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }
}
