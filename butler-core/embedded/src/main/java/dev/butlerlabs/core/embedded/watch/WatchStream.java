package dev.butlerlabs.core.embedded.watch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes watch events to a client, one per line. */
final class WatchStream {
    private static final String INITIAL_EVENTS_END = "k8s.io/initial-events-end";
    private static final byte[] ADDED = opening("ADDED");
    private static final byte[] MODIFIED = opening("MODIFIED");
    private static final byte[] DELETED = opening("DELETED");
    private static final byte[] BOOKMARK = opening("BOOKMARK");
    private static final byte[] ERROR = opening("ERROR");
    private static final byte[] END = "}\n".getBytes(StandardCharsets.US_ASCII);

    private final ServedResource resource;
    private final WatchEventFormat form;
    private final OutputStream out;

    WatchStream(ServedResource resource, WatchEventFormat form, OutputStream out) {
        this.resource = resource;
        this.form = form;
        this.out = out;
    }

    /** Writes white space, which JSON parsers ignore: it sends the response headers before the first event and detects a disconnected client. */
    void blank() throws IOException {
        out.write(' ');
        out.flush();
    }

    void write(WatchEvents.Type type, byte[] stored) throws IOException {
        byte[] object = form == WatchEventFormat.STORED
                ? StoredObjectViews.bytes(resource, stored)
                : JsonCodec.write(form.show(StoredObjectViews.object(resource, stored)));
        line(opening(type), object);
    }

    void bookmark(long revision, boolean initialEventsEnd) throws IOException {
        ObjectNode mark = JsonCodec.object();
        mark.put("kind", resource.kind()).put("apiVersion", resource.apiVersion());
        ObjectNode metadata = mark.putObject("metadata");
        metadata.put("resourceVersion", Long.toString(revision)).putNull("creationTimestamp");
        if (initialEventsEnd) {
            metadata.putObject("annotations").put(INITIAL_EVENTS_END, "true");
        }
        ObjectNode shown = form == WatchEventFormat.STORED ? mark : form.show(new KubernetesObject(mark));
        line(BOOKMARK, JsonCodec.write(shown));
    }

    void error(ApiException refusal) throws IOException {
        line(ERROR, JsonCodec.write(refusal.toStatus()));
    }

    void flush() throws IOException {
        out.flush();
    }

    private void line(byte[] opening, byte[] object) throws IOException {
        out.write(opening);
        out.write(object);
        out.write(END);
    }

    private static byte[] opening(WatchEvents.Type type) {
        return switch (type) {
            case ADDED -> ADDED;
            case MODIFIED -> MODIFIED;
            case DELETED -> DELETED;
        };
    }

    /** Returns the start of the line of an event of this type. */
    private static byte[] opening(String type) {
        return ("{\"type\":\"" + type + "\",\"object\":").getBytes(StandardCharsets.US_ASCII);
    }
}
