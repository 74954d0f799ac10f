package dev.butlerlabs.core.embedded.discovery;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.resource.Catalog;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import dev.butlerlabs.core.embedded.schema.OpenApiDocuments;
import dev.butlerlabs.core.embedded.schema.ServedKind;
import dev.butlerlabs.core.embedded.schema.StructuralSchema;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The schemas of everything served, for {@code kubectl explain} and for clients that check before they send. */
public final class OpenApi {
    private final Catalog catalog;
    private final String version;

    public OpenApi(Catalog catalog, String version) {
        this.catalog = catalog;
        this.version = version;
    }

    /** {@code /openapi/v2}, {@code /openapi/v3} and the documents below; empty for any other path. */
    public Optional<Answer> answer(List<String> path) {
        if (path.equals(List.of("v2"))) {
            return Optional.of(Answer.json(200, documents().swagger()));
        }
        if (path.isEmpty() || !path.getFirst().equals("v3")) {
            return Optional.empty();
        }
        if (path.size() == 1) {
            return Optional.of(Answer.json(200, documents().index()));
        }
        return documents()
                .document(String.join("/", path.subList(1, path.size())))
                .map(document -> Answer.json(200, document));
    }

    private OpenApiDocuments documents() {
        Collection<ServedKind> kinds = catalog.all().stream().map(OpenApi::served).toList();
        return new OpenApiDocuments(kinds, version);
    }

    private static ServedKind served(Resource resource) {
        Set<String> parts = Words.parts(resource).stream().map(Subresource::word).collect(Collectors.toSet());
        JsonNode missing = MissingNode.getInstance();
        return new ServedKind(
                resource.group(),
                resource.groupVersion().version(),
                resource.kind(),
                resource.names().listKind(),
                resource.plural(),
                resource.namespaced(),
                resource.isCustom()
                        ? resource.shape().schema().map(StructuralSchema::source).orElse(missing)
                        : missing,
                parts);
    }
}
