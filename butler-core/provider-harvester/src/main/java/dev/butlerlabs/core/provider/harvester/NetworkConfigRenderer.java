package dev.butlerlabs.core.provider.harvester;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.provider.MachineId;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The network configuration of a machine with a static address for its first boot, in version 2 of cloud-init. The interface is
 * matched by MAC address, since interface names depend on the image.
 */
record NetworkConfigRenderer(MachineId id, MachineAddress address) {
    /** Prefix of locally administered MAC addresses. */
    private static final String LOCAL = "02:";

    private static final int CHOSEN_BYTES = 5;

    SensitiveText text() {
        ObjectNode config = JsonNodeFactory.instance.objectNode().put("version", 2);
        ObjectNode card = config.putObject("ethernets").putObject("eth0");
        card.putObject("match").put("macaddress", card(id));
        card.put("dhcp4", false).putArray("addresses").add(address.cidr());
        // The older key for a route, which every Talos release supports.
        Optional.ofNullable(address.gateway()).ifPresent(gateway -> card.put("gateway4", gateway));
        if (!address.dnsServers().isEmpty()) {
            address.dnsServers().forEach(card.putObject("nameservers").putArray("addresses")::add);
        }
        return new SensitiveText(config.toString());
    }

    /** Returns the MAC address of a machine, which is derived from its identity. */
    static String card(MachineId id) {
        byte[] digest = sha256(id.owner().uid() + "/" + id.name());
        return LOCAL
                + IntStream.range(0, CHOSEN_BYTES)
                        .mapToObj(i -> "%02x".formatted(digest[i]))
                        .collect(Collectors.joining(":"));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
