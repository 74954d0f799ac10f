package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.provider.rest.HostAliases;
import dev.butlerlabs.core.provider.rest.RestServer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;

/**
 * The endpoint of Prism Central.
 *
 * @param base base URL of the API
 * @param serverName expected name of the certificate, if {@code base} contains an address instead of the name
 */
record PrismEndpoint(URI base, Optional<String> serverName) {
    private static final String API = "/api/nutanix/v3";

    /**
     * Reads the endpoint of a section.
     *
     * @return empty, with a problem reported, if it is not valid
     */
    static Optional<PrismEndpoint> read(ConfigSettings settings) {
        return settings.find(NutanixConfigKeys.ENDPOINT)
                .flatMap(text -> uri(settings, text))
                .map(uri -> {
                    int port = uri.getPort() >= 0
                            ? uri.getPort()
                            : settings.find(NutanixConfigKeys.PORT).orElse(NutanixConfigKeys.DEFAULT_PORT);
                    return of(
                            uri.getScheme(),
                            uri.getHost(),
                            port,
                            settings.find(NutanixConfigKeys.HOST_ALIASES).orElse(Map.of()));
                });
    }

    private static Optional<URI> uri(ConfigSettings settings, String text) {
        try {
            URI uri = new URI(text.strip());
            Optional<String> wrong =
                    wrong(uri, settings.find(NutanixConfigKeys.INSECURE).orElse(false));
            wrong.ifPresent(sentence -> settings.report(
                    NutanixConfigKeys.ENDPOINT, sentence, "specify scheme, host and, if necessary, the port"));
            return wrong.isPresent() ? Optional.empty() : Optional.of(uri);
        } catch (URISyntaxException _) {
            settings.report(
                    NutanixConfigKeys.ENDPOINT, "is not a valid URL", "use the format https://prism.example.com");
            return Optional.empty();
        }
    }

    private static Optional<String> wrong(URI uri, boolean insecure) {
        if (uri.getHost() == null) {
            return Optional.of("has no host");
        }
        if (uri.getUserInfo() != null) {
            return Optional.of("must not contain a user; use the keys username and password");
        }
        boolean bare = uri.getPath().isEmpty() || uri.getPath().equals("/");
        if (!bare || uri.getQuery() != null || uri.getFragment() != null) {
            return Optional.of("must not contain anything after host and port");
        }
        return "http".equals(uri.getScheme()) && !insecure
                ? Optional.of("would send the password unencrypted; this requires insecure: true")
                : Optional.empty();
    }

    private static PrismEndpoint of(String scheme, String host, int port, Map<String, String> aliases) {
        Optional<String> alias = HostAliases.address(aliases, host);
        String target = alias.orElse(host);
        return new PrismEndpoint(URI.create(scheme + "://" + target + ":" + port + API), alias.map(_ -> host));
    }

    RestServer server() {
        return new RestServer(
                "Prism Central",
                base,
                serverName,
                "Specify its CA: caFile in a bootstrap file, or the key ca.pem in the credentials.");
    }

    /** Returns the configured name, not the address it is replaced with. */
    @Override
    public String toString() {
        return serverName.orElse(base.getHost()) + ":" + base.getPort();
    }
}
