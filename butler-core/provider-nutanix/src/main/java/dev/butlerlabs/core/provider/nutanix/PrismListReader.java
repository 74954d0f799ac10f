package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads complete lists. */
final class PrismListReader {
    private static final int PAGE = 500;
    private static final int MOST_ATTEMPTS = 8;

    /** Prism treats a filter value as a regular expression, so only names without special characters are filtered by Prism. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]+");

    private final PrismClient prism;

    PrismListReader(PrismClient prism) {
        this.prism = prism;
    }

    /**
     * Returns all entities of a kind.
     *
     * @param path path of the kind, such as {@code /vms}
     */
    List<JsonNode> all(String kind, String path) {
        return read(kind, path, Optional.empty());
    }

    /**
     * Returns all entities of a kind with exactly this name.
     *
     * @param attribute name attribute in filters
     */
    List<JsonNode> named(String kind, String path, String attribute, String name) {
        Optional<String> filter =
                PLAIN.matcher(name).matches() ? Optional.of(attribute + "==" + name) : Optional.empty();
        return read(kind, path, filter).stream()
                .filter(entity -> name.equals(nameOf(entity)))
                .toList();
    }

    static String nameOf(JsonNode entity) {
        return JsonDocument.text(entity, "/spec/name")
                .or(() -> JsonDocument.text(entity, "/status/name"))
                .or(() -> JsonDocument.text(entity, "/name"))
                .orElse("");
    }

    /**
     * Reads all pages. If entities are created or deleted meanwhile, an entity can move to another page and be missed; a list
     * that changed is therefore read again.
     */
    private List<JsonNode> read(String kind, String path, Optional<String> filter) {
        for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
            Optional<List<JsonNode>> list = attempt(kind, path, filter);
            if (list.isPresent()) {
                return list.get();
            }
        }
        throw new ButlerException(
                ErrorCode.PROVIDER_TROUBLED,
                "The list of kind %s in Prism Central changed during every attempt to read it.".formatted(kind),
                "Wait a moment and try again.");
    }

    /**
     * Reads all pages once.
     *
     * @return empty if the pages are inconsistent: their total differs, or an entity is on two of them
     */
    private Optional<List<JsonNode>> attempt(String kind, String path, Optional<String> filter) {
        Map<String, JsonNode> found = new LinkedHashMap<>();
        JsonNode page = page(kind, path, filter, 0, found);
        int total = total(page, found.size());
        int read = page.path("entities").size();
        while (read < total && !page.path("entities").isEmpty()) {
            page = page(kind, path, filter, read, found);
            read += page.path("entities").size();
            if (total(page, read) != total || found.size() < read) {
                return Optional.empty();
            }
        }
        return Optional.of(List.copyOf(found.values()));
    }

    private JsonNode page(String kind, String path, Optional<String> filter, int offset, Map<String, JsonNode> found) {
        JsonNode page = prism.post(path + "/list", request(kind, filter, offset));
        JsonDocument.items(page.path("entities")).forEach(entity -> found.put(key(entity), entity));
        return page;
    }

    private static int total(JsonNode page, int otherwise) {
        return page.at("/metadata/total_matches").asInt(otherwise);
    }

    private static String key(JsonNode entity) {
        return JsonDocument.text(entity, "/metadata/uuid").orElseGet(() -> nameOf(entity));
    }

    private static ObjectNode request(String kind, Optional<String> filter, int offset) {
        ObjectNode request =
                JsonDocument.object().put("kind", kind).put("offset", offset).put("length", PAGE);
        filter.ifPresent(text -> request.put("filter", text));
        return request;
    }
}
