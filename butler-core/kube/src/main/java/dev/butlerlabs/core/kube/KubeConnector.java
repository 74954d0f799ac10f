package dev.butlerlabs.core.kube;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Creates clients for Kubernetes APIs with common settings: certificate verification as in the kubeconfig, timeouts, few retries,
 * watches over plain HTTP, and a user agent. Thread-safe.
 *
 * @param userAgent user agent, such as {@code butleradm/0.1.0}
 * @param connectTimeout maximum time to establish a connection
 * @param requestTimeout maximum time of a request, except for watches
 */
public record KubeConnector(String userAgent, Duration connectTimeout, Duration requestTimeout) {
    private static final int MAX_CONCURRENT_REQUESTS = 128;

    public KubeConnector {
        Objects.requireNonNull(userAgent, "userAgent");
        Objects.requireNonNull(connectTimeout, "connectTimeout");
        Objects.requireNonNull(requestTimeout, "requestTimeout");
    }

    public KubeConnector(String userAgent) {
        this(userAgent, Duration.ofSeconds(10), Duration.ofSeconds(30));
    }

    /**
     * Returns a client for the kubeconfig named on the command line, or the one in the default locations. Does not connect yet.
     */
    public KubernetesClient connect(Optional<Path> kubeconfig, Optional<String> context, KubeconfigSearch search) {
        ContextSelection selection = search.select(kubeconfig, context);
        return connect(selection.files(), selection.context());
    }

    /** Returns a client for a list of kubeconfig files. Earlier files take precedence. */
    public KubernetesClient connect(List<Path> files, Optional<String> context) {
        return client(configuration(files, context));
    }

    /** Returns a client for the current context of a kubeconfig. */
    public KubernetesClient connect(Kubeconfig kubeconfig) {
        return client(inMemory(kubeconfig, chosen(kubeconfig, Optional.empty())));
    }

    /**
     * Returns a client for the current context of a kubeconfig with another token.
     *
     * @param token called for each request
     */
    public KubernetesClient connect(Kubeconfig kubeconfig, Supplier<String> token) {
        return client(new ConfigBuilder(inMemory(kubeconfig, chosen(kubeconfig, Optional.empty())))
                .withOauthTokenProvider(token::get)
                .build());
    }

    /**
     * Returns a client for the cluster in which this process runs as a pod.
     *
     * @param server such as {@code https://10.96.0.1:443}
     * @param account directory with the token of the pod, which is read again before it expires, and the CA certificate
     */
    public KubernetesClient connectInCluster(URI server, Path account) {
        return client(new ConfigBuilder(Config.empty())
                .withMasterUrl(server.toString())
                .withCaCertFile(account.resolve("ca.crt").toString())
                .withOauthTokenProvider(() -> token(account))
                .build());
    }

    private static String token(Path account) {
        try {
            return Files.readString(account.resolve("token")).strip();
        } catch (IOException e) {
            throw new ButlerException(
                    ErrorCode.UNAUTHENTICATED, "Cannot read the service account token of this pod.", e);
        }
    }

    /** Returns a client with the same server and credentials that makes a single attempt per request with this timeout. */
    public static KubernetesClient impatient(KubernetesClient client, Duration requestTimeout) {
        Config hasty = new ConfigBuilder(client.getConfiguration())
                .withRequestTimeout(Math.toIntExact(requestTimeout.toMillis()))
                .withConnectionTimeout(Math.toIntExact(requestTimeout.toMillis()))
                .withRequestRetryBackoffLimit(0)
                .build();
        return build(hasty);
    }

    /**
     * Returns a client with the same server and credentials that rejects writes while they are not allowed.
     *
     * @param mayWrite called right before each write is sent
     */
    public static KubernetesClient fenced(KubernetesClient client, BooleanSupplier mayWrite) {
        return build(builder(client.getConfiguration())
                .withHttpClientFactory(new FencedHttpClientFactory(new WriteFence(mayWrite))));
    }

    private static Config configuration(List<Path> files, Optional<String> context) {
        List<Kubeconfig> read =
                files.stream().map(file -> new KubeconfigFile(file).read()).toList();
        Kubeconfig combined = read.stream().reduce(Kubeconfig::completedBy).orElseGet(Kubeconfig::empty);
        if (combined.contexts().isEmpty()) {
            throw new ButlerException(
                    ErrorCode.NO_KUBECONFIG,
                    "No contexts found in %s: the file is empty or is not a kubeconfig."
                            .formatted(files.stream().map(Path::toString).collect(Collectors.joining(", "))),
                    "Check the path given with --kubeconfig or KUBECONFIG.");
        }
        String chosen = chosen(combined, context);
        for (int i = 0; i < files.size(); i++) {
            if (read.get(i).contexts().contains(chosen)) {
                return read.get(i).holdsWholeContext(chosen)
                        // With the file itself, the client can run a credential plugin again when a token has expired.
                        ? ClientSettings.ofFile(read.get(i), chosen, files.get(i))
                        : inMemory(combinedWithPaths(files, read), chosen);
            }
        }
        throw new IllegalStateException("chosen context vanished");
    }

    private static Kubeconfig combinedWithPaths(List<Path> files, List<Kubeconfig> read) {
        Kubeconfig combined = Kubeconfig.empty();
        for (int i = 0; i < files.size(); i++) {
            combined = combined.completedBy(
                    read.get(i).resolvedAgainst(files.get(i).toAbsolutePath().getParent()));
        }
        return combined;
    }

    private static String chosen(Kubeconfig kubeconfig, Optional<String> context) {
        String chosen = context.or(kubeconfig::usualContext).orElseThrow(() -> noContext(kubeconfig));
        if (kubeconfig.server(chosen).isEmpty()) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The context \"%s\" does not refer to a cluster with a server.".formatted(chosen));
        }
        return chosen;
    }

    private static ButlerException noContext(Kubeconfig kubeconfig) {
        return kubeconfig.contexts().isEmpty()
                ? new ButlerException(ErrorCode.NO_KUBECONFIG, "The kubeconfig has no contexts.")
                : new ButlerException(
                        ErrorCode.INVALID_INPUT,
                        "The kubeconfig has no current context.",
                        "Select one with --context: " + String.join(", ", kubeconfig.contexts()) + ".");
    }

    private static Config inMemory(Kubeconfig kubeconfig, String context) {
        return ClientSettings.of(kubeconfig, context);
    }

    private KubernetesClient client(Config found) {
        return build(new ConfigBuilder(found)
                .withUserAgent(userAgent)
                .withConnectionTimeout(Math.toIntExact(connectTimeout.toMillis()))
                .withRequestTimeout(Math.toIntExact(requestTimeout.toMillis()))
                .withRequestRetryBackoffLimit(2)
                .withRequestRetryBackoffInterval(200)
                .withWatchReconnectInterval(500)
                .withMaxConcurrentRequests(MAX_CONCURRENT_REQUESTS)
                .withMaxConcurrentRequestsPerHost(MAX_CONCURRENT_REQUESTS)
                .withOnlyHttpWatches(true)
                .build());
    }

    private static KubernetesClient build(Config configuration) {
        return build(builder(configuration));
    }

    private static KubernetesClient build(KubernetesClientBuilder builder) {
        return builder.withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor(
                                "clock", ClockSkew.shared().interceptor())
                        .addOrReplaceInterceptor(WatchEncodingInterceptor.NAME, new WatchEncodingInterceptor()))
                .build();
    }

    private static KubernetesClientBuilder builder(Config configuration) {
        return new KubernetesClientBuilder()
                .withConfig(configuration)
                .withHttpClientFactory(new KubeHttpClientFactory())
                .withKubernetesSerialization(ObjectSerialization.plain())
                .withTaskExecutorSupplier(Executors::newVirtualThreadPerTaskExecutor);
    }
}
