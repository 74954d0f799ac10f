package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.orElse;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.TreeSet;

/** Table columns of Nodes. */
final class NodeTables {
    private NodeTables() {}

    static List<TableColumn> nodes() {
        return List.of(
                NAME,
                text("Status", "Whether the node is ready and schedulable.", (node, now) -> nodeStatus(node)),
                text("Roles", "Roles from the labels of the node.", (node, now) -> nodeRoles(node)),
                AGE,
                text("Version", "Version of the kubelet.", field("/status/nodeInfo/kubeletVersion")),
                wide("Internal-IP", "Internal IP address.", (node, now) -> nodeAddress(node, "InternalIP")),
                wide("External-IP", "External IP address.", (node, now) -> nodeAddress(node, "ExternalIP")),
                wide("OS-Image", "Operating system.", field("/status/nodeInfo/osImage", "<unknown>")),
                wide("Kernel-Version", "Kernel version.", field("/status/nodeInfo/kernelVersion", "<unknown>")),
                wide(
                        "Container-Runtime",
                        "Container runtime and its version.",
                        field("/status/nodeInfo/containerRuntimeVersion", "<unknown>")));
    }

    private static JsonNode nodeStatus(JsonNode node) {
        String status = StatusConditions.status(node, "Ready")
                .map(ready -> ready.equals("True") ? "Ready" : "NotReady")
                .orElse("Unknown");
        boolean closed = node.at("/spec/unschedulable").asBoolean();
        return words(closed ? status + ",SchedulingDisabled" : status);
    }

    private static JsonNode nodeRoles(JsonNode node) {
        TreeSet<String> roles = new TreeSet<>();
        node.at("/metadata/labels").properties().forEach(label -> {
            String key = label.getKey();
            if (key.startsWith("node-role.kubernetes.io/")) {
                roles.add(key.substring("node-role.kubernetes.io/".length()));
            } else if (key.equals("kubernetes.io/role")) {
                roles.add(label.getValue().asText());
            }
        });
        roles.remove("");
        return words(orElse(String.join(",", roles), "<none>"));
    }

    private static JsonNode nodeAddress(JsonNode node, String type) {
        for (JsonNode address : node.at("/status/addresses")) {
            if (address.path("type").asText().equals(type)) {
                return words(address.path("address").asText());
            }
        }
        return words("<none>");
    }
}
