package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.provider.rest.HostAliases;
import dev.butlerlabs.core.provider.rest.RestServer;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;

/**
 * The endpoint of the Proxmox VE API, on any node of the cluster.
 *
 * @param base base URL of the API
 * @param serverName expected name of the certificate, if {@code base} contains an address instead of the name
 */
record ProxmoxEndpoint(URI base, Optional<String> serverName) {
    private static final String API = "/api2/json";
    private static final int DEFAULT_PORT = 8006;

    /**
     * Reads the endpoint of a section.
     *
     * @return empty, with a problem reported, if it is not valid
     */
    static Optional<ProxmoxEndpoint> read(ConfigSettings settings) {
        return settings.find(ProxmoxConfigKeys.ENDPOINT).flatMap(text -> parse(settings, text));
    }

    private static Optional<ProxmoxEndpoint> parse(ConfigSettings settings, String text) {
        try {
            URI uri = new URI(text.strip());
            Optional<String> problem =
                    problem(uri, settings.find(ProxmoxConfigKeys.INSECURE).orElse(false));
            problem.ifPresent(sentence -> settings.report(
                    ProxmoxConfigKeys.ENDPOINT, sentence, "specify scheme, host and, if necessary, the port"));
            return problem.isPresent()
                    ? Optional.empty()
                    : Optional.of(of(
                            uri, settings.find(ProxmoxConfigKeys.HOST_ALIASES).orElse(Map.of())));
        } catch (URISyntaxException _) {
            settings.report(
                    ProxmoxConfigKeys.ENDPOINT, "is not a valid URL", "use the format https://pve.example.com:8006");
            return Optional.empty();
        }
    }

    private static Optional<String> problem(URI uri, boolean insecure) {
        if (uri.getHost() == null) {
            return Optional.of("has no host");
        }
        if (uri.getUserInfo() != null) {
            return Optional.of("must not contain a user; use the credentials");
        }
        String path = uri.getPath();
        boolean bare = path.isEmpty() || path.equals("/") || path.equals(API) || path.equals(API + "/");
        if (!bare || uri.getQuery() != null || uri.getFragment() != null) {
            return Optional.of("must not contain anything after host and port");
        }
        return "http".equals(uri.getScheme()) && !insecure
                ? Optional.of("would send the credentials unencrypted; this requires insecure: true")
                : Optional.empty();
    }

    private static ProxmoxEndpoint of(URI uri, Map<String, String> aliases) {
        int port = uri.getPort() >= 0 ? uri.getPort() : DEFAULT_PORT;
        Optional<String> alias = HostAliases.address(aliases, uri.getHost());
        return new ProxmoxEndpoint(
                URI.create(uri.getScheme() + "://" + alias.orElse(uri.getHost()) + ":" + port + API),
                alias.map(_ -> uri.getHost()));
    }

    RestServer server() {
        return new RestServer(
                "Proxmox VE",
                base,
                serverName,
                "Specify its CA (/etc/pve/pve-root-ca.pem on a node): caFile in a bootstrap file, or the key ca.pem in the credentials.");
    }

    /** Returns the configured name, not the address it is replaced with. */
    @Override
    public String toString() {
        return serverName.orElse(base.getHost()) + ":" + base.getPort();
    }
}
