package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/** The groups call, for storage containers only. */
final class StorageGroups {
    private StorageGroups() {}

    static ObjectNode answer(PrismInventory catalogue, ObjectNode body) {
        String type = body.path("entity_type").asText("");
        if (!type.equals("storage_container")) {
            throw PrismException.invalid("The entity_type " + type + " is not supported.");
        }
        List<PrismInventory.Thing> all = catalogue.all(type).toList();
        ObjectNode answer = JsonTrees.object()
                .put("entity_type", type)
                .put("filtered_entity_count", all.size())
                .put("total_group_count", 1);
        ArrayNode results = answer.putArray("group_results").addObject().putArray("entity_results");
        all.stream()
                .skip(body.path("group_member_offset").asInt(0))
                .limit(body.path("group_member_count").asInt(20))
                .forEach(container -> add(results, container));
        return answer;
    }

    private static void add(ArrayNode results, PrismInventory.Thing container) {
        ObjectNode entity = results.addObject().put("entity_id", container.uuid());
        ArrayNode data = entity.putArray("data");
        attribute(data, "container_name", container.name());
        attribute(data, "cluster", container.cluster());
    }

    private static void attribute(ArrayNode data, String name, String value) {
        data.addObject()
                .put("name", name)
                .putArray("values")
                .addObject()
                .putArray("values")
                .add(value);
    }
}
