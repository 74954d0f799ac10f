package dev.butlerlabs.core.addon;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From where machines take images in the place of the registries that the images name.
 *
 * @param endpoints addresses by host of the registry; {@code *} stands for every other
 */
public record RegistryMirrors(Map<String, List<String>> endpoints) {
    private static final String EVERY_OTHER = "*";

    public RegistryMirrors {
        endpoints = Map.copyOf(endpoints);
    }

    /** The image as the first mirror of its registry has it; empty when it is taken from the registry itself. */
    public Optional<String> of(String image) {
        int slash = image.indexOf('/');
        String host = slash < 0 ? "" : image.substring(0, slash);
        return Optional.ofNullable(endpoints.getOrDefault(host, endpoints.get(EVERY_OTHER)))
                .flatMap(addresses -> addresses.stream().findFirst())
                .map(address -> place(address) + image.substring(slash));
    }

    /** A mirror below a path of its server is written with the path of the protocol, which is no part of names of images. */
    private static String place(String address) {
        URI mirror = URI.create(address);
        return mirror.getRawAuthority()
                + mirror.getRawPath().replaceFirst("^/v2(?=/|$)", "").replaceFirst("/+$", "");
    }
}
