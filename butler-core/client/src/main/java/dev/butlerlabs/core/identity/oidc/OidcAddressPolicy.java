package dev.butlerlabs.core.identity.oidc;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** Decides which addresses of a provider may be requested: https, and http on the loopback interface. Pure functions. */
final class OidcAddressPolicy {
    private OidcAddressPolicy() {}

    /** Returns why an address is rejected; empty if it may be requested. */
    static Optional<String> problem(String address) {
        return parse(address)
                .map(uri -> problem(uri))
                .orElseGet(() -> Optional.of("\"%s\" is not a valid URL".formatted(address)));
    }

    private static Optional<String> problem(URI uri) {
        if (uri.getHost() == null || uri.getScheme() == null) {
            return Optional.of("\"%s\" is not a valid URL".formatted(uri));
        }
        if (uri.getUserInfo() != null) {
            return Optional.of("the URL must not contain credentials");
        }
        boolean permitted = uri.getScheme().equalsIgnoreCase("https")
                || (uri.getScheme().equalsIgnoreCase("http") && isLoopback(uri.getHost()));
        return permitted ? Optional.empty() : Optional.of("%s must use https".formatted(uri));
    }

    private static Optional<URI> parse(String address) {
        try {
            return Optional.of(new URI(address));
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    private static boolean isLoopback(String host) {
        return host.equals("localhost") || host.equals("[::1]") || host.matches("127(\\.\\d{1,3}){3}");
    }
}
