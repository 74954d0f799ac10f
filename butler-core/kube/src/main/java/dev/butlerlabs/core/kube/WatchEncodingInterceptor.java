package dev.butlerlabs.core.kube;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Passes the events of watches to the client in ASCII. The client (kubernetes-client 7.6) decodes each buffer of a watch over plain HTTP on its
 * own: it adds a NUL for every byte that a character has beyond the first, and breaks characters at the end of a buffer. The watch then fails
 * at the next event.
 */
final class WatchEncodingInterceptor implements Interceptor {
    static final String NAME = "watch-encoding";

    private final boolean managedFields;

    WatchEncodingInterceptor() {
        this(true);
    }

    private WatchEncodingInterceptor(boolean managedFields) {
        this.managedFields = managedFields;
    }

    /** Returns an interceptor that also removes the managedFields of the objects. */
    static WatchEncodingInterceptor withoutManagedFields() {
        return new WatchEncodingInterceptor(false);
    }

    @Override
    public AsyncBody.Consumer<List<ByteBuffer>> consumer(
            AsyncBody.Consumer<List<ByteBuffer>> consumer, HttpRequest request) {
        if (!isWatch(request)) {
            return consumer;
        }
        NonAsciiEscaper escaper = new NonAsciiEscaper();
        UnaryOperator<ByteBuffer> filter = managedFields ? part -> part : new ManagedFieldsFilter()::filter;
        return (parts, body) ->
                consumer.consume(parts.stream().map(filter).map(escaper::escape).toList(), body);
    }

    private static boolean isWatch(HttpRequest request) {
        return Optional.ofNullable(request.uri().getQuery())
                .filter(query -> List.of(query.split("&")).contains("watch=true"))
                .isPresent();
    }
}
