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
 * The network configuration that a machine with an address of its own finds at its first boot: version 2, as cloud-init names it.
 * The card is told by its number: what it is called differs from image to image.
 */
record NetworkConfig(MachineId id, MachineAddress address) {
    /** Marks a number that was given out locally. */
    private static final String LOCAL = "02:";

    private static final int CHOSEN_BYTES = 5;

    SensitiveText text() {
        ObjectNode config = JsonNodeFactory.instance.objectNode().put("version", 2);
        ObjectNode card = config.putObject("ethernets").putObject("eth0");
        card.putObject("match").put("macaddress", card(id));
        card.put("dhcp4", false).putArray("addresses").add(address.cidr());
        // The older word for a route: every release of Talos knows it.
        Optional.ofNullable(address.gateway()).ifPresent(gateway -> card.put("gateway4", gateway));
        if (!address.dnsServers().isEmpty()) {
            address.dnsServers().forEach(card.putObject("nameservers").putArray("addresses")::add);
        }
        return new SensitiveText(config.toString());
    }

    /** The number of a machine's card; the same machine has the same one, whoever asks. */
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
