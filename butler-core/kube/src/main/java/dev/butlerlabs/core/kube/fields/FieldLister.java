package dev.butlerlabs.core.kube.fields;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.butlerlabs.core.kube.PagedList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Lists objects in pages and keeps only some fields of them. Neither a page nor an object is ever in memory as a whole.
 *
 * <p>Whatever is unusual gives no result: a response that is not a success, an expired page, or a field that has another type than its class has. The
 * caller then lists completely decoded objects, which reports the problem.
 */
public final class FieldLister {
    private static final int OK = 200;

    private final KubernetesClient client;
    private final Duration timeout;

    public FieldLister(KubernetesClient client) {
        this.client = client;
        this.timeout = Duration.ofMillis(client.getConfiguration().getRequestTimeout());
    }

    /**
     * Lists custom resources, in the order of the server.
     *
     * @param namespace empty for all namespaces, and for resources without one
     * @param row computes what is kept of each object; may throw {@link UnexpectedFieldException}
     * @return empty if the objects have to be decoded completely
     * @throws KubernetesClientException if the server cannot be reached, or does not answer in time
     */
    public <R> Optional<List<R>> list(
            Class<? extends HasMetadata> type,
            Optional<String> namespace,
            ListOptions selection,
            FieldPaths paths,
            Function<FieldValues, R> row) {
        String resource = resource(type, namespace) + query(selection);
        FieldParser parser = new FieldParser(paths);
        List<R> rows = new ArrayList<>();
        Optional<String> next = Optional.of("");
        try {
            while (next.isPresent()) {
                Optional<ResponseStream> page = open(resource + parameter("continue", next.get()));
                if (page.isEmpty()) {
                    return Optional.empty();
                }
                try (ResponseStream body = page.get()) {
                    next = parser.parse(body, values -> rows.add(row.apply(values)));
                    // A connection is used again only after a response was read to its end.
                    body.transferTo(OutputStream.nullOutputStream());
                }
            }
            return Optional.of(rows);
        } catch (UnexpectedFieldException | JsonProcessingException _) {
            return Optional.empty();
        } catch (IOException e) {
            throw KubernetesClientException.launderThrowable(e);
        }
    }

    private String resource(Class<? extends HasMetadata> type, Optional<String> namespace) {
        String server = client.getMasterUrl().toString().replaceFirst("/$", "");
        return "%s/apis/%s%s/%s"
                .formatted(
                        server,
                        HasMetadata.getApiVersion(type),
                        namespace.map(name -> "/namespaces/" + encoded(name)).orElse(""),
                        HasMetadata.getPlural(type));
    }

    private static String query(ListOptions selection) {
        return "?limit=" + PagedList.PAGE_SIZE
                + parameter("labelSelector", selection.getLabelSelector())
                + parameter("fieldSelector", selection.getFieldSelector());
    }

    private static String parameter(String name, String value) {
        return value == null || value.isEmpty() ? "" : "&" + name + "=" + encoded(value);
    }

    private static String encoded(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Requests a page. Returns its body; empty if the server did not respond with a list. */
    private Optional<ResponseStream> open(String address) throws IOException {
        ResponseStream stream = new ResponseStream(timeout);
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(URI.create(address))
                .header("Accept", "application/json")
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .build();
        HttpResponse<AsyncBody> response = send(request, stream);
        if (response.code() != OK) {
            response.body().cancel();
            return Optional.empty();
        }
        stream.open(response.body());
        return Optional.of(stream);
    }

    private HttpResponse<AsyncBody> send(HttpRequest request, ResponseStream stream) throws IOException {
        try {
            return client.getHttpClient().consumeBytes(request, stream).get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while listing", e);
        }
    }
}
