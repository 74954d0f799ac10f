package dev.butlerlabs.core.embedded.schema;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** The OpenAPI documents of a set of served resource types, generated on request. */
public final class OpenApiDocuments {
    private final TreeMap<String, List<ServedKind>> kindsByPath = new TreeMap<>();
    private final String version;

    /**
     * Creates the documents.
     *
     * @param version the version of the server, such as {@code v1.35.0}
     */
    public OpenApiDocuments(Collection<ServedKind> kinds, String version) {
        this.version = version;
        kinds.forEach(kind -> kindsByPath
                .computeIfAbsent(kind.apiPath(), path -> new ArrayList<>())
                .add(kind));
    }

    /** Returns the response to {@code /openapi/v3}: the URL of the document of each group version, which contains a hash of it. */
    public ObjectNode index() {
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        ObjectNode paths = index.putObject("paths");
        kindsByPath.forEach((path, kinds) ->
                paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + fingerprint(kinds)));
        return index;
    }

    /** Returns a hash of the resource types of a path; also suitable as an ETag. */
    public Optional<String> fingerprint(String path) {
        return Optional.ofNullable(kindsByPath.get(path)).map(this::fingerprint);
    }

    private String fingerprint(List<ServedKind> kinds) {
        return HexFormat.of().toHexDigits(Objects.hash(version, kinds));
    }

    /** Returns the response to {@code /openapi/v3/<path>}, such as for {@code apis/apps/v1}. */
    public Optional<ObjectNode> document(String path) {
        return Optional.ofNullable(kindsByPath.get(path))
                .map(kinds -> new OpenApiWriter(OpenApiFlavor.V3, version).write(kinds));
    }

    /** Returns the response to {@code /openapi/v2}. */
    public ObjectNode swagger() {
        List<ServedKind> all =
                kindsByPath.values().stream().flatMap(List::stream).toList();
        return new OpenApiWriter(OpenApiFlavor.V2, version).write(all);
    }

    /** Returns the paths that have a document. */
    public List<String> paths() {
        return kindsByPath.entrySet().stream().map(Map.Entry::getKey).toList();
    }
}
