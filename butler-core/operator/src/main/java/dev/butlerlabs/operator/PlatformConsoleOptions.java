package dev.butlerlabs.operator;

import dev.butlerlabs.core.cli.DurationConverter;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.net.CidrBlock;
import dev.butlerlabs.core.server.ConsoleMode;
import dev.butlerlabs.core.server.ConsoleMode.Impersonation;
import dev.butlerlabs.core.server.ConsoleSettings;
import dev.butlerlabs.core.server.http.TrustedProxies;
import dev.butlerlabs.core.server.session.SessionLimits;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Options of {@code butler-controllers console}. */
final class PlatformConsoleOptions {
    private static final String ADDRESS = "--address";
    private static final String BASE_URL = "--base-url";
    private static final String TRUSTED_PROXIES = "--trusted-proxies";

    @Option(
            names = ADDRESS,
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1:8080",
            description =
                    "Host and port to listen on, for plain HTTP behind a proxy with TLS (default: ${DEFAULT-VALUE}).")
    private String address;

    @Option(
            names = BASE_URL,
            paramLabel = "URL",
            required = true,
            description = "Public address of the console, such as https://butler.example.com.")
    private String baseUrl;

    @Option(
            names = "--name",
            paramLabel = "NAME",
            defaultValue = "management",
            description = "Name of the management cluster that the pages show (default: ${DEFAULT-VALUE}).")
    private String name;

    @Option(
            names = "--impersonate",
            description =
                    "Verify the ID tokens of users and impersonate them, instead of sending their tokens to the API server.")
    private boolean impersonate;

    @Option(
            names = "--idle-timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "30m",
            description = "End a session after this time without requests (default: ${DEFAULT-VALUE}).")
    private Duration idleTimeout;

    @Option(
            names = "--session-lifetime",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            defaultValue = "12h",
            description = "End a session after this time in any case (default: ${DEFAULT-VALUE}).")
    private Duration lifetime;

    @Option(
            names = TRUSTED_PROXIES,
            paramLabel = "CIDR",
            split = ",",
            description =
                    "Networks of proxies whose header X-Forwarded-For names the client, such as the pod network of the ingress controller; comma-separated, repeatable (default: none).")
    private List<String> trustedProxies = List.of();

    /**
     * Checks all options.
     *
     * @throws ButlerException if one is not valid; it names all problems
     */
    void validate() {
        List<InputProblem> problems = new ArrayList<>();
        ListenAddress.problem(ADDRESS, address).ifPresent(problems::add);
        if (!isOrigin(baseUrl)) {
            problems.add(new InputProblem(
                    BASE_URL, "invalid value \"%s\": must be https:// and a host, without a path".formatted(baseUrl)));
        }
        if (lifetime.compareTo(idleTimeout) < 0) {
            problems.add(new InputProblem("--session-lifetime", "must not be shorter than --idle-timeout"));
        }
        trustedProxies.stream()
                .filter(text -> CidrBlock.tryParse(text).isEmpty())
                .map(text -> new InputProblem(
                        TRUSTED_PROXIES,
                        "invalid value \"%s\": must be a network such as 10.244.0.0/16".formatted(text)))
                .forEach(problems::add);
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid options:", problems);
        }
    }

    /** Browsers send the cookie of a session over HTTPS only, except on loopback. */
    private static boolean isOrigin(String text) {
        try {
            URI url = new URI(text);
            boolean isSafe = "https".equals(url.getScheme())
                    || ("http".equals(url.getScheme()) && "127.0.0.1".equals(url.getHost()));
            return isSafe
                    && url.getHost() != null
                    && url.getRawUserInfo() == null
                    && (url.getRawPath().isEmpty() || url.getRawPath().equals("/"))
                    && url.getRawQuery() == null
                    && url.getRawFragment() == null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    URI publicUrl() {
        return URI.create(baseUrl);
    }

    ConsoleSettings settings(KubernetesClient client) {
        ConsoleMode mode = new ConsoleMode.Cluster(
                client,
                publicUrl(),
                impersonate ? Impersonation.USER_AND_GROUPS : Impersonation.ID_TOKEN,
                List.of(),
                true,
                Optional.empty());
        return ConsoleSettings.of(ListenAddress.parse(ADDRESS, address).socket(), mode, name)
                .withProxies(new TrustedProxies(
                        trustedProxies.stream().map(CidrBlock::parse).toList()))
                .withSessions(new SessionLimits(idleTimeout, lifetime, SessionLimits.DEFAULT.maximum()));
    }
}
