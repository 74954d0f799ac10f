package dev.butlerlabs.sim.harvester;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.StreamedResponse;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.internal.SSLUtils;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.GeneralSecurityException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;

/** Forwards requests to the embedded API with its credentials. */
final class BackendForwarder implements AutoCloseable {
    /** Request headers to forward. */
    private static final List<String> HANDED_IN = List.of("accept", "content-type", "user-agent");

    private static final List<String> HANDED_OUT = List.of("content-type", "retry-after", "warning");

    private final HttpClient client;
    private final URI server;
    private final String token;

    private BackendForwarder(HttpClient client, URI server, String token) {
        this.client = client;
        this.server = server;
        this.token = token;
    }

    static BackendForwarder of(String kubeconfig) {
        try (KubernetesClient connected =
                new KubeConnector("simulator").connect(Kubeconfig.parse(kubeconfig, "the simulator"))) {
            Config configuration = connected.getConfiguration();
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(trust(configuration))
                    .version(HttpClient.Version.HTTP_1_1)
                    .executor(Executors.newVirtualThreadPerTaskExecutor())
                    .build();
            return new BackendForwarder(
                    client, URI.create(configuration.getMasterUrl()), configuration.getAutoOAuthToken());
        }
    }

    private static SSLContext trust(Config configuration) {
        try {
            return SSLUtils.sslContext(configuration);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("cannot trust the certificate of the embedded API", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    HttpApiResponse answer(HttpApiRequest request) {
        HttpResponse<byte[]> answer = send(request, BodyHandlers.ofByteArray());
        return new HttpApiResponse(answer.statusCode(), headers(answer), answer.body());
    }

    StreamedResponse stream(HttpApiRequest request) {
        HttpResponse<InputStream> answer = send(request, BodyHandlers.ofInputStream());
        return new StreamedResponse(answer.statusCode(), headers(answer), answer.body());
    }

    private <T> HttpResponse<T> send(HttpApiRequest request, BodyHandler<T> body) {
        HttpRequest.Builder onward = HttpRequest.newBuilder(
                        server.resolve(request.uri().toString()))
                .method(
                        request.method(),
                        request.body().length == 0
                                ? BodyPublishers.noBody()
                                : BodyPublishers.ofByteArray(request.body()))
                .header("Authorization", "Bearer " + token);
        HANDED_IN.forEach(name -> request.header(name).ifPresent(value -> onward.header(name, value)));
        try {
            return client.send(onward.build(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("closing", e);
        }
    }

    private static Map<String, String> headers(HttpResponse<?> answer) {
        Map<String, String> headers = new HashMap<>();
        HANDED_OUT.forEach(name -> answer.headers().firstValue(name).ifPresent(value -> headers.put(name, value)));
        return headers;
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
