package dev.butlerlabs.core.cli.doctor;

import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.net.IpAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Evaluates the proxy variables for the server of the platform. */
final class ProxyEvaluator {
    static final String CHECK = "Proxy";

    private final Function<String, Optional<String>> environment;

    ProxyEvaluator(Function<String, Optional<String>> environment) {
        this.environment = environment;
    }

    /**
     * Evaluates the variables.
     *
     * @param server address of the API server; empty if none is selected
     */
    List<DoctorResult> findings(Optional<URI> server) {
        List<DoctorResult> findings = new ArrayList<>();
        Stream.of("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY").forEach(name -> contradiction(name, findings));
        Optional<String> proxy = value("HTTPS_PROXY").or(() -> value("HTTP_PROXY"));
        if (proxy.isEmpty()) {
            findings.add(DoctorResult.ok(CHECK, "No proxy is set."));
            return findings;
        }
        Optional<String> host = host(proxy.get());
        if (host.isEmpty()) {
            findings.add(DoctorResult.problem(
                    CHECK, "The value of HTTPS_PROXY or HTTP_PROXY is not a URL.", "Use the form http://HOST:PORT."));
            return findings;
        }
        findings.add(ofServer(host.get(), server));
        return findings;
    }

    private DoctorResult ofServer(String proxy, Optional<URI> server) {
        if (server.isEmpty() || server.get().getHost() == null) {
            return DoctorResult.ok(CHECK, "Requests use the proxy %s.".formatted(proxy));
        }
        String target = server.get().getHost();
        if (isExcluded(target, value("NO_PROXY").orElse(""))) {
            return DoctorResult.ok(CHECK, "Requests use the proxy %s, but not those to %s.".formatted(proxy, target));
        }
        return DoctorResult.warning(
                CHECK,
                "Requests to the cluster address %s use the proxy %s: NO_PROXY does not contain it."
                        .formatted(target, proxy),
                "Add %s or its network to NO_PROXY if the proxy cannot reach it.".formatted(target));
    }

    private void contradiction(String name, List<DoctorResult> findings) {
        Optional<String> upper = given(name);
        Optional<String> lower = given(name.toLowerCase(Locale.ROOT));
        if (upper.isPresent() && lower.isPresent() && !upper.equals(lower)) {
            findings.add(DoctorResult.warning(
                    CHECK,
                    "%s and %s have different values; programs differ in which one they use."
                            .formatted(name, name.toLowerCase(Locale.ROOT)),
                    "Set both to the same value, or unset one."));
        }
    }

    private Optional<String> value(String name) {
        return given(name.toLowerCase(Locale.ROOT)).or(() -> given(name));
    }

    private Optional<String> given(String name) {
        return environment.apply(name).map(String::strip).filter(text -> !text.isEmpty());
    }

    /** Returns host and port without the credentials that a proxy URL can contain. */
    private static Optional<String> host(String proxy) {
        try {
            URI uri = new URI(proxy.contains("://") ? proxy : "http://" + proxy);
            return Optional.ofNullable(uri.getHost())
                    .map(name -> uri.getPort() < 0 ? name : name + ":" + uri.getPort());
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }

    /** Returns whether a host is in a NO_PROXY list of names, domains, addresses and networks. */
    static boolean isExcluded(String host, String list) {
        String name = host.toLowerCase(Locale.ROOT);
        return Stream.of(list.split("[,\\s]+", -1))
                .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                .filter(entry -> !entry.isEmpty())
                .anyMatch(entry -> matches(name, entry));
    }

    private static boolean matches(String host, String entry) {
        if (entry.equals("*") || entry.equals(host)) {
            return true;
        }
        Optional<IpAddress> address = IpAddress.tryParseIpv4(host);
        if (address.isPresent()) {
            return entry.contains("/")
                    && CidrBlock.tryParse(entry)
                            .filter(block -> block.contains(address.get()))
                            .isPresent();
        }
        String domain = entry.startsWith("*.") ? entry.substring(1) : entry.startsWith(".") ? entry : "." + entry;
        return host.endsWith(domain);
    }
}
