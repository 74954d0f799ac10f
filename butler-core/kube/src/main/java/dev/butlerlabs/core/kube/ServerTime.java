package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The time of a Kubernetes API server, for deadlines that a server enforces. */
public final class ServerTime {
    /** The Date header has whole seconds, so that a smaller difference is not a difference of the clocks. */
    private static final Duration TOLERATED = Duration.ofSeconds(3);

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private ServerTime() {}

    /**
     * Returns the time of the server if it differs from that of this machine.
     *
     * @param local the time of this machine, also returned if the server does not report its own
     */
    public static Instant now(KubernetesClient client, Instant local) {
        return choose(local, header(client).flatMap(ClockSkew::parsed));
    }

    /** Returns the time that the server reports; empty if it does not respond or reports none. */
    public static Optional<Instant> reported(KubernetesClient client) {
        return header(client).flatMap(ClockSkew::parsed);
    }

    static Instant choose(Instant local, Optional<Instant> server) {
        return server.filter(time -> Duration.between(time, local).abs().compareTo(TOLERATED) > 0)
                .orElse(local);
    }

    private static Optional<String> header(KubernetesClient client) {
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl().toString().replaceFirst("/*$", "/version"))
                .build();
        try {
            return client
                    .getHttpClient()
                    .sendAsync(request, String.class)
                    .get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
                    .headers("Date")
                    .stream()
                    .findFirst();
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
