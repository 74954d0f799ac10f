package dev.butlerlabs.core.provider.rest;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;

/**
 * A server with a REST API.
 *
 * @param title name of the API in messages, such as {@code Prism Central}
 * @param base base URL of the API, without a slash at the end
 * @param serverName expected name of the certificate, if {@code base} contains an address instead of the name
 * @param trustHint what to do if the certificate of the server is not trusted
 */
public record RestServer(String title, URI base, Optional<String> serverName, String trustHint) {
    public RestServer {
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(base, "base");
        Objects.requireNonNull(serverName, "serverName");
        Objects.requireNonNull(trustHint, "trustHint");
    }

    /** Returns the URL of a target: a path below the base, or a URL that the server returned. */
    URI resolve(String target) {
        return target.startsWith("/") ? URI.create(base + target) : URI.create(target);
    }

    /** Returns whether a URL is one of this server, so that credentials may be sent to it. */
    boolean isOrigin(URI uri) {
        return base.getScheme().equalsIgnoreCase(uri.getScheme())
                && base.getHost().equalsIgnoreCase(uri.getHost())
                && base.getPort() == uri.getPort()
                && uri.getUserInfo() == null;
    }

    /** Returns title, host and port for messages, with the configured name instead of the address it is replaced with. */
    @Override
    public String toString() {
        String host = serverName.orElse(base.getHost());
        return title + " at " + (base.getPort() < 0 ? host : host + ":" + base.getPort());
    }
}
