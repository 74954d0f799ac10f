package dev.butlerlabs.core.backup.storage;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * How to connect to S3-compatible storage. Its text form does not contain the secret key.
 *
 * @param endpoint another server than that of AWS; its buckets are addressed by path
 */
public record S3Settings(
        Optional<URI> endpoint, String region, String accessKey, String secretKey, Optional<String> sessionToken) {
    public static final String DEFAULT_REGION = "us-east-1";
    private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

    public S3Settings {
        Objects.requireNonNull(endpoint, "endpoint");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(accessKey, "accessKey");
        Objects.requireNonNull(secretKey, "secretKey");
        Objects.requireNonNull(sessionToken, "sessionToken");
    }

    /**
     * Reads the settings from the environment variables of the AWS tools.
     *
     * @param endpoint takes precedence over {@code AWS_ENDPOINT_URL_S3} and {@code AWS_ENDPOINT_URL}
     * @param region takes precedence over {@code AWS_REGION} and {@code AWS_DEFAULT_REGION}
     * @throws ButlerException if credentials are missing or the endpoint is not valid; it lists every problem
     */
    public static S3Settings of(
            Optional<String> endpoint, Optional<String> region, Function<String, Optional<String>> environment) {
        List<InputProblem> problems = new ArrayList<>();
        String accessKey = required("AWS_ACCESS_KEY_ID", environment, problems);
        String secretKey = required("AWS_SECRET_ACCESS_KEY", environment, problems);
        Optional<URI> server = endpoint.or(() -> environment.apply("AWS_ENDPOINT_URL_S3"))
                .or(() -> environment.apply("AWS_ENDPOINT_URL"))
                .flatMap(text -> server(text, problems));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Cannot connect to the S3 storage:", problems);
        }
        return new S3Settings(
                server,
                region.or(() -> environment.apply("AWS_REGION"))
                        .or(() -> environment.apply("AWS_DEFAULT_REGION"))
                        .orElse(DEFAULT_REGION),
                accessKey,
                secretKey,
                environment.apply("AWS_SESSION_TOKEN"));
    }

    private static String required(
            String name, Function<String, Optional<String>> environment, List<InputProblem> problems) {
        Optional<String> value = environment.apply(name).filter(text -> !text.isBlank());
        if (value.isEmpty()) {
            problems.add(new InputProblem(name, "the environment variable is not set", "set it to the credentials"));
        }
        return value.orElse("");
    }

    private static Optional<URI> server(String text, List<InputProblem> problems) {
        Optional<URI> server = endpoint(text);
        if (server.isEmpty()) {
            problems.add(
                    new InputProblem("--s3-endpoint", "invalid value \"%s\"".formatted(text), "must be an https URL"));
        }
        return server;
    }

    /**
     * Parses the URL of a server. Servers on this machine may use http.
     *
     * @return empty if it is not valid
     */
    public static Optional<URI> endpoint(String text) {
        try {
            URI uri = URI.create(text);
            boolean isLocal = "http".equals(uri.getScheme()) && LOOPBACK.contains(uri.getHost());
            return uri.getHost() != null && ("https".equals(uri.getScheme()) || isLocal)
                    ? Optional.of(uri)
                    : Optional.empty();
        } catch (IllegalArgumentException _) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return "S3Settings[%s, %s]".formatted(endpoint.map(URI::toString).orElse("AWS"), region);
    }
}
