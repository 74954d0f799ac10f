package dev.butlerlabs.core.provider.harvester;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** What the guest agent reports of a machine's network card. */
record Addresses(List<String> usable, Optional<String> macAddress) {
    Addresses {
        usable = List.copyOf(usable);
    }

    /** Only the card Butler gave the machine counts: the agent also reports those that containers have inside it. */
    static Addresses of(GenericKubernetesResource instance) {
        return Fields.items(instance, "status", "interfaces").stream()
                .filter(card -> VirtualMachine.INTERFACE.equals(card.get("name")))
                .findFirst()
                .map(card -> new Addresses(usable(card), Fields.text(card, "mac")))
                .orElseGet(() -> new Addresses(List.of(), Optional.empty()));
    }

    private static List<String> usable(Map<?, ?> card) {
        Stream<String> all = card.get("ipAddresses") instanceof List<?> list
                ? list.stream().filter(String.class::isInstance).map(String.class::cast)
                : Stream.empty();
        return Stream.concat(Fields.text(card, "ipAddress").stream(), all)
                .map(Addresses::withoutPrefix)
                .filter(Addresses::isUsable)
                .distinct()
                .sorted(Comparator.comparing(Addresses::isIpv6))
                .toList();
    }

    private static String withoutPrefix(String address) {
        int slash = address.indexOf('/');
        return slash < 0 ? address : address.substring(0, slash);
    }

    private static boolean isIpv6(String address) {
        return address.contains(":");
    }

    /** An address of the own link alone does not reach another machine. */
    private static boolean isUsable(String address) {
        String word = address.toLowerCase(Locale.ROOT);
        boolean ownLink = word.startsWith("169.254.") || word.matches("fe[89ab][0-9a-f]?:.*");
        return !word.isBlank() && !ownLink && !word.equals("::1") && !word.startsWith("0.");
    }
}
