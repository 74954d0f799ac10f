package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.OpenApiDocuments;
import dev.butlerlabs.core.embedded.schema.ServedKind;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Serves the OpenAPI schemas of all resources, for {@code kubectl explain} and for client-side validation. */
public final class OpenApiHandler {
    private static final String PROTOBUF_ASKED = "application/com.github.proto-openapi.spec.v2@v1.0+protobuf";
    /** The media type of the response: the requested one with a dot, because an at sign is not allowed in the Content-Type header. */
    private static final String PROTOBUF = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

    private final ResourceCatalog catalog;
    private final String version;

    public OpenApiHandler(ResourceCatalog catalog, String version) {
        this.catalog = catalog;
        this.version = version;
    }

    /** Serves {@code /openapi/v2}, {@code /openapi/v3} and the documents below; empty for any other path. */
    public Optional<ApiResponse> answer(ApiRequest request, List<String> path) {
        if (path.equals(List.of("v2"))) {
            return Optional.of(
                    request.headers().accept().startsWith(PROTOBUF_ASKED)
                            ? new ApiResponse.Whole(200, PROTOBUF, withoutDefinitions())
                            : ApiResponse.json(200, documents().swagger()));
        }
        if (path.isEmpty() || !path.getFirst().equals("v3")) {
            return Optional.empty();
        }
        if (path.size() == 1) {
            return Optional.of(ApiResponse.json(200, documents().index()));
        }
        return documents()
                .document(String.join("/", path.subList(1, path.size())))
                .map(document -> ApiResponse.json(200, document));
    }

    /**
     * Returns an OpenAPI v2 document in protobuf with a title and no definitions. kubectl reads it for lists of several resource types and
     * then leaves validation to the server.
     */
    private byte[] withoutDefinitions() {
        ByteArrayOutputStream info = new ByteArrayOutputStream();
        writeText(info, 1, "Kubernetes");
        writeText(info, 2, version);
        ByteArrayOutputStream document = new ByteArrayOutputStream();
        writeText(document, 1, "2.0");
        writeField(document, 2, info.toByteArray());
        writeField(document, 8, new byte[0]);
        writeField(document, 9, new byte[0]);
        return document.toByteArray();
    }

    private static void writeText(ByteArrayOutputStream out, int number, String text) {
        writeField(out, number, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes a length-delimited field; every field is shorter than 128 bytes, so the length takes one byte. */
    private static void writeField(ByteArrayOutputStream out, int number, byte[] content) {
        out.write(number << 3 | 2);
        out.write(content.length);
        out.writeBytes(content);
    }

    private OpenApiDocuments documents() {
        Collection<ServedKind> kinds =
                catalog.all().stream().map(OpenApiHandler::served).toList();
        return new OpenApiDocuments(kinds, version);
    }

    private static ServedKind served(ServedResource resource) {
        Set<String> parts = DiscoveryDocuments.parts(resource).stream()
                .map(Subresource::word)
                .collect(Collectors.toSet());
        JsonNode missing = MissingNode.getInstance();
        return new ServedKind(
                resource.group(),
                resource.groupVersion().version(),
                resource.kind(),
                resource.names().listKind(),
                resource.plural(),
                resource.namespaced(),
                resource.isCustom()
                        ? resource.shape()
                                .schema()
                                .map(StructuralSchema::source)
                                .orElse(missing)
                        : missing,
                parts);
    }
}
