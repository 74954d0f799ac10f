package dev.butlerlabs.core.provider.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.provider.rest.JsonDocument;
import java.util.ArrayList;
import java.util.List;

/** Lists the storage containers of all clusters through the groups API, since the v3 API has no list of them. */
final class StorageContainerReader {
    private static final int PAGE = 500;
    private static final String NAME = "container_name";
    private static final String CLUSTER = "cluster";

    private final PrismClient prism;

    StorageContainerReader(PrismClient prism) {
        this.prism = prism;
    }

    List<Container> all() {
        List<Container> found = new ArrayList<>();
        int before;
        do {
            before = found.size();
            JsonNode page = prism.post("/groups", request(before));
            JsonDocument.items(page.path("group_results"))
                    .flatMap(group -> JsonDocument.items(group.path("entity_results")))
                    .map(StorageContainerReader::container)
                    .forEach(found::add);
        } while (found.size() - before == PAGE);
        return List.copyOf(found);
    }

    private static ObjectNode request(int offset) {
        ObjectNode request = JsonDocument.object().put("entity_type", "storage_container");
        request.putArray("group_member_attributes")
                .add(JsonDocument.object().put("attribute", NAME))
                .add(JsonDocument.object().put("attribute", CLUSTER));
        return request.put("group_member_count", PAGE).put("group_member_offset", offset);
    }

    private static Container container(JsonNode entity) {
        return new Container(entity.path("entity_id").asText(""), attribute(entity, NAME), attribute(entity, CLUSTER));
    }

    private static String attribute(JsonNode entity, String name) {
        return JsonDocument.items(entity.path("data"))
                .filter(attribute -> attribute.path("name").asText("").equals(name))
                .flatMap(attribute -> JsonDocument.text(attribute, "/values/0/values/0").stream())
                .findFirst()
                .orElse("");
    }

    /** A storage container and the UUID of its cluster. */
    record Container(String uuid, String name, String cluster) {}
}
