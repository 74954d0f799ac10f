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

/** The OpenAPI documents that describe a set of served kinds; made when asked for. */
public final class OpenApiDocuments {
    private final TreeMap<String, List<ServedKind>> kindsByPath = new TreeMap<>();
    private final String version;

    /** @param version what the server calls itself, such as {@code v1.35.0} */
    public OpenApiDocuments(Collection<ServedKind> kinds, String version) {
        this.version = version;
        kinds.forEach(kind -> kindsByPath
                .computeIfAbsent(kind.apiPath(), path -> new ArrayList<>())
                .add(kind));
    }

    /** What {@code /openapi/v3} answers: where the document of each group and version is, under a name that changes with it. */
    public ObjectNode index() {
        ObjectNode index = JsonNodeFactory.instance.objectNode();
        ObjectNode paths = index.putObject("paths");
        kindsByPath.forEach((path, kinds) ->
                paths.putObject(path).put("serverRelativeURL", "/openapi/v3/" + path + "?hash=" + fingerprint(kinds)));
        return index;
    }

    /** A short text that changes when the kinds of a path change; also fit for an ETag. */
    public Optional<String> fingerprint(String path) {
        return Optional.ofNullable(kindsByPath.get(path)).map(this::fingerprint);
    }

    private String fingerprint(List<ServedKind> kinds) {
        return HexFormat.of().toHexDigits(Objects.hash(version, kinds));
    }

    /** What {@code /openapi/v3/<path>} answers, such as for {@code apis/apps/v1}. */
    public Optional<ObjectNode> document(String path) {
        return Optional.ofNullable(kindsByPath.get(path))
                .map(kinds -> new OpenApiWriter(OpenApiFlavor.V3, version).write(kinds));
    }

    /** What {@code /openapi/v2} answers. */
    public ObjectNode swagger() {
        List<ServedKind> all =
                kindsByPath.values().stream().flatMap(List::stream).toList();
        return new OpenApiWriter(OpenApiFlavor.V2, version).write(all);
    }

    /** The paths that have a document. */
    public List<String> paths() {
        return kindsByPath.entrySet().stream().map(Map.Entry::getKey).toList();
    }
}
