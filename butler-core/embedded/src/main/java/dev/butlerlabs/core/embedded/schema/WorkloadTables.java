package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.Cells.join;
import static dev.butlerlabs.core.embedded.schema.Cells.labels;
import static dev.butlerlabs.core.embedded.schema.Cells.number;
import static dev.butlerlabs.core.embedded.schema.Cells.whole;
import static dev.butlerlabs.core.embedded.schema.Cells.words;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import dev.butlerlabs.core.embedded.schema.TableColumn.Cell;
import java.util.List;

/** Table columns of Deployments, StatefulSets, DaemonSets and ReplicaSets. */
final class WorkloadTables {
    private WorkloadTables() {}

    static List<TableColumn> deployments() {
        return List.of(
                NAME,
                text("Ready", "Ready pods of those wanted.", ready()),
                text("Up-to-date", "Pods of the newest template.", number("/status/updatedReplicas")),
                text("Available", "Pods that have been ready long enough.", number("/status/availableReplicas")),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    static List<TableColumn> replicaSets() {
        return List.of(
                NAME,
                whole("Desired", "Pods wanted.", "/spec/replicas"),
                whole("Current", "Pods there.", "/status/replicas"),
                whole("Ready", "Pods ready.", "/status/readyReplicas"),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    static List<TableColumn> statefulSets() {
        return List.of(
                NAME,
                text("Ready", "Ready pods of those wanted.", ready()),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"));
    }

    static List<TableColumn> daemonSets() {
        return List.of(
                NAME,
                whole("Desired", "Nodes that should run it.", "/status/desiredNumberScheduled"),
                whole("Current", "Nodes that run it.", "/status/currentNumberScheduled"),
                whole("Ready", "Pods ready.", "/status/numberReady"),
                whole("Up-to-date", "Pods of the newest template.", "/status/updatedNumberScheduled"),
                whole("Available", "Pods that have been ready long enough.", "/status/numberAvailable"),
                text(
                        "Node Selector",
                        "Which nodes.",
                        (set, now) -> words(labels(set.at("/spec/template/spec/nodeSelector")))),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    private static Cell ready() {
        return (object, now) -> words(object.at("/status/readyReplicas").asInt() + "/"
                + object.at("/spec/replicas").asInt(1));
    }

    static TableColumn containers(String template, String field) {
        boolean names = field.equals("name");
        return wide(
                names ? "Containers" : "Images",
                names ? "The names of its containers." : "The images of its containers.",
                (object, now) -> words(join(
                        object.at(template + "/spec/containers"),
                        container -> container.path(field).asText(),
                        ",")));
    }

    static TableColumn selector(String pointer) {
        return wide(
                "Selector", "Which pods are its own.", (object, now) -> words(Selectors.describe(object.at(pointer))));
    }
}
