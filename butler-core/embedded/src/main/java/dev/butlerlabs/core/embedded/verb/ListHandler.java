package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.store.StoreEntry;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Handles GET of a collection. Objects are sent as they are stored, without parsing. */
final class ListHandler {
    private static final int BUFFER = 64 * 1024;

    private final ListPager pages;
    private final ResponseRenderer presenter;

    ListHandler(ListPager pages, ResponseRenderer presenter) {
        this.pages = pages;
        this.presenter = presenter;
    }

    ApiResponse list(ResourceRequest request) {
        ListOptions options = ListOptions.of(request.query(), request.resource());
        StoreEntryPage page = pages.read(request.resource(), request.namespace(), options);
        Representation wanted = request.representation();
        if (wanted.isStored() && !ResponseRenderer.isPretty(request)) {
            return new ApiResponse.Streamed(200, wanted.contentType(), out -> write(request.resource(), page, out));
        }
        return presenter.tree(request, 200, tree(request, page));
    }

    private static void write(ServedResource resource, StoreEntryPage page, OutputStream client) throws IOException {
        OutputStream out = new BufferedOutputStream(client, BUFFER);
        ObjectNode head = head(resource.names().listKind(), resource.apiVersion(), page);
        byte[] opening = JsonCodec.write(head);
        out.write(opening, 0, opening.length - 1);
        out.write(",\"items\":[".getBytes(StandardCharsets.US_ASCII));
        boolean first = true;
        for (StoreEntry entry : page.entries()) {
            if (!first) {
                out.write(',');
            }
            first = false;
            writeItem(resource, entry.value(), out);
        }
        out.write("]}\n".getBytes(StandardCharsets.US_ASCII));
        out.flush();
    }

    /** Writes an item; items of a built-in list omit kind and apiVersion, which the list contains once. */
    private static void writeItem(ServedResource resource, byte[] stored, OutputStream out) throws IOException {
        if (resource.isCustom() || !StoredObjectViews.showsAsStored(resource, stored)) {
            out.write(StoredObjectViews.bytes(resource, stored));
            return;
        }
        int head = resource.head().length();
        out.write('{');
        out.write(stored, head, stored.length - head);
    }

    private static ObjectNode head(String kind, String apiVersion, StoreEntryPage page) {
        ObjectNode head = JsonCodec.object();
        head.put("kind", kind).put("apiVersion", apiVersion);
        fillIn(head.putObject("metadata"), page);
        return head;
    }

    private static void fillIn(ObjectNode metadata, StoreEntryPage page) {
        metadata.put("resourceVersion", Long.toString(page.revision()));
        page.next().ifPresent(next -> metadata.put("continue", next.text()));
        page.remaining().ifPresent(remaining -> metadata.put("remainingItemCount", remaining));
    }

    private ObjectNode tree(ResourceRequest request, StoreEntryPage page) {
        return switch (request.representation().form()) {
            case OBJECT -> objects(request.resource(), page);
            case TABLE -> table(request, page);
            case PARTIAL, PARTIAL_LIST -> partial(request.resource(), page);
        };
    }

    private static ObjectNode objects(ServedResource resource, StoreEntryPage page) {
        ObjectNode list = head(resource.names().listKind(), resource.apiVersion(), page);
        ArrayNode items = list.putArray("items");
        page.entries().forEach(entry -> items.add(object(resource, entry).tree()));
        return list;
    }

    private ObjectNode table(ResourceRequest request, StoreEntryPage page) {
        TableRenderer table = presenter.table(request);
        ObjectNode shown = table.empty("");
        fillIn((ObjectNode) shown.get("metadata"), page);
        ArrayNode rows = shown.withArrayProperty("rows");
        page.entries().forEach(entry -> rows.add(table.row(object(request.resource(), entry))));
        return shown;
    }

    private static ObjectNode partial(ServedResource resource, StoreEntryPage page) {
        ObjectNode list = head("PartialObjectMetadataList", "meta.k8s.io/v1", page);
        ArrayNode items = list.putArray("items");
        page.entries().forEach(entry -> items.add(PartialObject.of(object(resource, entry))));
        return list;
    }

    private static KubernetesObject object(ServedResource resource, StoreEntry entry) {
        return StoredObjectViews.object(resource, entry.value());
    }
}
