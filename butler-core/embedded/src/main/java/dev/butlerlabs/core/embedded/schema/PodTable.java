package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.time.Instant;
import java.util.List;

/** Table columns of Pods. */
final class PodTable {
    static final List<TableColumn> COLUMNS = List.of(
            NAME,
            text(
                    "Ready",
                    "Number of ready containers and of all containers.",
                    (pod, now) -> words(PodSummary.of(pod).ready())),
            text(
                    "Status",
                    "Status of the pod.",
                    (pod, now) -> words(PodSummary.of(pod).status())),
            text("Restarts", "Number of container restarts.", PodTable::restarts),
            AGE,
            wide("IP", "IP address of the pod.", (pod, now) -> orNone(pod.at("/status/podIPs/0/ip"))),
            wide("Node", "Node that runs the pod.", (pod, now) -> orNone(pod.at("/spec/nodeName"))),
            wide(
                    "Nominated Node",
                    "Node reserved for the pod by preemption.",
                    (pod, now) -> orNone(pod.at("/status/nominatedNodeName"))),
            wide(
                    "Readiness Gates",
                    "Number of true readiness gates and of all readiness gates.",
                    (pod, now) -> gates(pod)));

    private PodTable() {}

    private static JsonNode restarts(JsonNode pod, Instant now) {
        PodSummary summary = PodSummary.of(pod);
        boolean dated = summary.restarts() > 0 && !summary.lastRestart().isEmpty();
        return words(summary.restarts()
                + (dated ? " (" + TableAgeFormatter.since(summary.lastRestart(), now) + " ago)" : ""));
    }

    private static JsonNode gates(JsonNode pod) {
        JsonNode gates = pod.at("/spec/readinessGates");
        if (gates.isEmpty()) {
            return words("<none>");
        }
        int holding = 0;
        for (JsonNode gate : gates) {
            holding += StatusConditions.holds(pod, gate.path("conditionType").asText()) ? 1 : 0;
        }
        return words(holding + "/" + gates.size());
    }

    private static JsonNode orNone(JsonNode value) {
        return words(value.asText().isEmpty() ? "<none>" : value.asText());
    }

    private static JsonNode words(String text) {
        return TextNode.valueOf(text);
    }
}
