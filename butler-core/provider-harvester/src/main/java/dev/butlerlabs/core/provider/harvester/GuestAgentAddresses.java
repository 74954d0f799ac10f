package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** The addresses of a machine as reported by the guest agent. */
record GuestAgentAddresses(List<String> usable, Optional<String> macAddress) {
    GuestAgentAddresses {
        usable = List.copyOf(usable);
    }

    /** Reads only the network interface that Butler configured: the agent also reports interfaces of containers. */
    static GuestAgentAddresses of(GenericKubernetesResource instance) {
        return ObjectFieldReader.fields(instance).items("status.interfaces").stream()
                .filter(card -> card.anyText("name").equals(VirtualMachineManifest.INTERFACE))
                .findFirst()
                .map(card -> new GuestAgentAddresses(usable(card), ObjectFieldReader.text(card, "mac")))
                .orElseGet(() -> new GuestAgentAddresses(List.of(), Optional.empty()));
    }

    private static List<String> usable(UntypedTree card) {
        Stream<String> all = card.items("ipAddresses").stream().map(UntypedTree::anyText);
        return Stream.concat(ObjectFieldReader.text(card, "ipAddress").stream(), all)
                .map(GuestAgentAddresses::withoutPrefix)
                .filter(GuestAgentAddresses::isUsable)
                .distinct()
                .sorted(Comparator.comparing(GuestAgentAddresses::isIpv6))
                .toList();
    }

    private static String withoutPrefix(String address) {
        int slash = address.indexOf('/');
        return slash < 0 ? address : address.substring(0, slash);
    }

    private static boolean isIpv6(String address) {
        return address.contains(":");
    }

    /** Excludes link-local addresses, which other machines cannot use. */
    private static boolean isUsable(String address) {
        String word = address.toLowerCase(Locale.ROOT);
        boolean ownLink = word.startsWith("169.254.") || word.matches("fe[89ab][0-9a-f]?:.*");
        return !word.isBlank() && !ownLink && !word.equals("::1") && !word.startsWith("0.");
    }
}
