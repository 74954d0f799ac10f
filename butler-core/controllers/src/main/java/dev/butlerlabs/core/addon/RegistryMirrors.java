package dev.butlerlabs.core.addon;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The mirrors from which machines pull images instead of their registries. Immutable.
 *
 * @param endpoints mirror URLs by registry host; {@code *} matches all other hosts
 */
public record RegistryMirrors(Map<String, List<String>> endpoints) {
    private static final String EVERY_OTHER = "*";

    public RegistryMirrors {
        endpoints = Map.copyOf(endpoints);
    }

    /** Returns the name of an image on the first mirror of its registry; empty if it has no mirror. */
    public Optional<String> of(String image) {
        int slash = image.indexOf('/');
        String host = slash < 0 ? "" : image.substring(0, slash);
        return Optional.ofNullable(endpoints.getOrDefault(host, endpoints.get(EVERY_OTHER)))
                .flatMap(addresses -> addresses.stream().findFirst())
                .map(address -> place(address) + image.substring(slash));
    }

    /** The URL of a mirror below a path includes the protocol path /v2, which is not part of image names. */
    private static String place(String address) {
        URI mirror = URI.create(address);
        return mirror.getRawAuthority()
                + mirror.getRawPath().replaceFirst("^/v2(?=/|$)", "").replaceFirst("/+$", "");
    }
}
