package dev.butlerlabs.core.server.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A response to a browser. */
public sealed interface WebResponse {
    int status();

    List<Header> headers();

    /** Returns the response with another header. */
    WebResponse with(String name, String value);

    /** One header. */
    record Header(String name, String value) {
        public Header {
            if (value.chars().anyMatch(character -> character < ' ' || character == 0x7f)) {
                throw new IllegalArgumentException("control character in header " + name);
            }
        }
    }

    /** A response whose body is complete. */
    @SuppressWarnings("ArrayRecordComponent") // never compared; copying large bodies would be wasteful
    record Whole(int status, List<Header> headers, byte[] body) implements WebResponse {
        public Whole {
            headers = List.copyOf(headers);
        }

        @Override
        public Whole with(String name, String value) {
            return new Whole(status, added(headers, name, value), body);
        }
    }

    /** A response whose body is written while the connection is open. */
    record Streamed(int status, List<Header> headers, BodyWriter writer) implements WebResponse {
        public Streamed {
            headers = List.copyOf(headers);
        }

        @Override
        public Streamed with(String name, String value) {
            return new Streamed(status, added(headers, name, value), writer);
        }
    }

    /** Writes the body of a streamed response. */
    @FunctionalInterface
    interface BodyWriter {
        void write(OutputStream out) throws IOException;
    }

    /** Returns a response without a body. */
    static Whole empty(int status) {
        return new Whole(status, List.of(), new byte[0]);
    }

    /** Returns a redirect with GET. */
    static Whole redirect(String location) {
        return empty(302).with("Location", location);
    }

    /** Returns a response with a text. */
    static Whole text(int status, String contentType, String body) {
        return of(status, contentType, body.getBytes(StandardCharsets.UTF_8));
    }

    /** Returns a response with a body. */
    static Whole of(int status, String contentType, byte[] body) {
        return new Whole(status, List.of(new Header("Content-Type", contentType)), body);
    }

    private static List<Header> added(List<Header> headers, String name, String value) {
        List<Header> all = new ArrayList<>(headers);
        all.add(new Header(name, value));
        return all;
    }

    /** Returns the headers as a map; for tests and logs. */
    default Map<String, List<String>> headerMap() {
        return headers().stream()
                .collect(java.util.stream.Collectors.groupingBy(
                        Header::name,
                        java.util.stream.Collectors.mapping(Header::value, java.util.stream.Collectors.toList())));
    }
}
