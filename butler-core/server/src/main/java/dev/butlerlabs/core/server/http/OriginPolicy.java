package dev.butlerlabs.core.server.http;

import java.net.URI;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Decides from which sites a browser may send requests. Immutable.
 *
 * <p>The header {@code Host} must be a known one, so that a foreign name that resolves to this server (DNS rebinding) is rejected. A
 * header {@code Origin} must name this server. A request of another site is rejected unless it opens a page.
 *
 * @param hosts the accepted hosts with ports, in lower case
 * @param origins the accepted origins
 */
public record OriginPolicy(Set<String> hosts, Set<String> origins) {
    public OriginPolicy {
        hosts = Set.copyOf(hosts);
        origins = Set.copyOf(origins);
    }

    /** Returns the policy of a server on the loopback interface. */
    public static OriginPolicy loopback(String scheme, int port) {
        Set<String> hosts = Set.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port);
        return new OriginPolicy(
                hosts, hosts.stream().map(host -> scheme + "://" + host).collect(java.util.stream.Collectors.toSet()));
    }

    /** Returns the policy of a server with a public address. */
    public static OriginPolicy publicUrl(URI url) {
        Objects.requireNonNull(url.getHost(), "host of the public URL");
        String host = url.getHost().toLowerCase(Locale.ROOT);
        int usual = url.getScheme().equals("https") ? 443 : 80;
        boolean explicit = url.getPort() >= 0 && url.getPort() != usual;
        Set<String> hosts = explicit ? Set.of(host + ":" + url.getPort()) : Set.of(host, host + ":" + usual);
        String origin = url.getScheme() + "://" + host + (explicit ? ":" + url.getPort() : "");
        return new OriginPolicy(hosts, Set.of(origin));
    }

    /** Returns why a request is rejected; empty if it is not. */
    public Optional<String> rejection(WebRequest request) {
        String host = request.header("host").orElse("").toLowerCase(Locale.ROOT);
        if (!hosts.contains(host)) {
            return Optional.of("The header Host does not name this server.");
        }
        Optional<String> origin = request.header("origin");
        if (origin.isPresent() && !origins.contains(origin.get())) {
            return Optional.of("The header Origin does not name this server.");
        }
        return isForeign(request) ? Optional.of("Requests of other sites are not accepted.") : Optional.empty();
    }

    /** Opening a page from a link of another site is permitted: the provider redirects the browser back after a login. */
    private static boolean isForeign(WebRequest request) {
        Optional<String> site = request.header("sec-fetch-site");
        boolean foreign = site.filter(text -> text.equals("cross-site") || text.equals("same-site"))
                .isPresent();
        boolean opensPage = request.isRead()
                && request.header("sec-fetch-mode").filter("navigate"::equals).isPresent();
        return foreign && !opensPage;
    }
}
