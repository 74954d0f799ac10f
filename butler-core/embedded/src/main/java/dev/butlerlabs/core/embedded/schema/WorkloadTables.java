package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.join;
import static dev.butlerlabs.core.embedded.schema.TableCells.labels;
import static dev.butlerlabs.core.embedded.schema.TableCells.number;
import static dev.butlerlabs.core.embedded.schema.TableCells.whole;
import static dev.butlerlabs.core.embedded.schema.TableCells.words;
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
                text("Ready", "Ready and desired number of pods.", ready()),
                text("Up-to-date", "Number of pods with the current template.", number("/status/updatedReplicas")),
                text("Available", "Number of available pods.", number("/status/availableReplicas")),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    static List<TableColumn> replicaSets() {
        return List.of(
                NAME,
                whole("Desired", "Desired number of pods.", "/spec/replicas"),
                whole("Current", "Current number of pods.", "/status/replicas"),
                whole("Ready", "Number of ready pods.", "/status/readyReplicas"),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    static List<TableColumn> statefulSets() {
        return List.of(
                NAME,
                text("Ready", "Ready and desired number of pods.", ready()),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"));
    }

    static List<TableColumn> daemonSets() {
        return List.of(
                NAME,
                whole("Desired", "Number of nodes that should run the pod.", "/status/desiredNumberScheduled"),
                whole("Current", "Number of nodes that run the pod.", "/status/currentNumberScheduled"),
                whole("Ready", "Number of ready pods.", "/status/numberReady"),
                whole("Up-to-date", "Number of pods with the current template.", "/status/updatedNumberScheduled"),
                whole("Available", "Number of available pods.", "/status/numberAvailable"),
                text(
                        "Node Selector",
                        "Node selector.",
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
                "Selector",
                "Label selector for the pods.",
                (object, now) -> words(SelectorFormatter.describe(object.at(pointer))));
    }
}
