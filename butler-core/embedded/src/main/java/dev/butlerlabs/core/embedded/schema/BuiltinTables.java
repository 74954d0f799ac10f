package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableCells.count;
import static dev.butlerlabs.core.embedded.schema.TableCells.field;
import static dev.butlerlabs.core.embedded.schema.TableCells.flag;
import static dev.butlerlabs.core.embedded.schema.TableCells.whole;
import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Table columns of the built-in resource types, as in kube-apiserver. */
final class BuiltinTables {
    private static final TableColumns NAME_AND_AGE = new TableColumns(List.of(NAME, AGE));

    private static final Map<String, List<TableColumn>> TABLES = Map.ofEntries(
            Map.entry(
                    "/Namespace",
                    List.of(NAME, text("Status", "Phase of the namespace.", field("/status/phase")), AGE)),
            Map.entry(
                    "/Secret",
                    List.of(
                            NAME,
                            text("Type", "Type of the data.", field("/type")),
                            text("Data", "Number of entries.", count("/data")),
                            AGE)),
            Map.entry(
                    "/ConfigMap",
                    List.of(NAME, text("Data", "Number of entries.", BuiltinTables::configMapEntries), AGE)),
            Map.entry(
                    "/Event",
                    EventTables.events("involvedObject", "message", "firstTimestamp", "lastTimestamp", "count")),
            Map.entry(
                    "events.k8s.io/Event",
                    EventTables.events(
                            "regarding",
                            "note",
                            "deprecatedFirstTimestamp",
                            "deprecatedLastTimestamp",
                            "deprecatedCount")),
            Map.entry("/Node", NodeTables.nodes()),
            Map.entry("/Pod", PodTable.COLUMNS),
            Map.entry("/Service", NetworkTables.services()),
            Map.entry(
                    "/Endpoints",
                    List.of(
                            NAME,
                            text(
                                    "Endpoints",
                                    "Addresses of the service.",
                                    (object, now) -> EndpointsCellFormatter.of(object)),
                            AGE)),
            Map.entry("/PersistentVolumeClaim", StorageTables.claims()),
            Map.entry("apps/Deployment", WorkloadTables.deployments()),
            Map.entry("apps/ReplicaSet", WorkloadTables.replicaSets()),
            Map.entry("apps/StatefulSet", WorkloadTables.statefulSets()),
            Map.entry("apps/DaemonSet", WorkloadTables.daemonSets()),
            Map.entry("batch/Job", JobTables.jobs()),
            Map.entry("batch/CronJob", JobTables.cronJobs()),
            Map.entry(
                    "coordination.k8s.io/Lease",
                    List.of(
                            NAME,
                            text("Holder", "Identity of the holder of the lease.", field("/spec/holderIdentity")),
                            AGE)),
            Map.entry("storage.k8s.io/StorageClass", StorageTables.storageClasses()),
            Map.entry(
                    "networking.k8s.io/IngressClass",
                    List.of(
                            NAME,
                            text(
                                    "Controller",
                                    "Controller that serves ingresses of this class.",
                                    field("/spec/controller")),
                            text(
                                    "Parameters",
                                    "Object with further parameters for the controller.",
                                    NetworkTables::parameters),
                            AGE)),
            Map.entry("networking.k8s.io/Ingress", NetworkTables.ingresses()),
            Map.entry(
                    "scheduling.k8s.io/PriorityClass",
                    List.of(
                            NAME,
                            whole("Value", "Priority; a higher value is scheduled first.", "/value"),
                            flag(
                                    "Global-Default",
                                    "Whether it applies to pods without a priority class.",
                                    "/globalDefault"),
                            AGE,
                            text(
                                    "PreemptionPolicy",
                                    "Whether pods of lower priority are evicted for it.",
                                    field("/preemptionPolicy")))),
            Map.entry("rbac.authorization.k8s.io/Role", AccessTables.created()),
            Map.entry("rbac.authorization.k8s.io/ClusterRole", AccessTables.created()),
            Map.entry("rbac.authorization.k8s.io/RoleBinding", AccessTables.bindings()),
            Map.entry("rbac.authorization.k8s.io/ClusterRoleBinding", AccessTables.bindings()),
            Map.entry("admissionregistration.k8s.io/ValidatingWebhookConfiguration", AccessTables.webhooks()),
            Map.entry("admissionregistration.k8s.io/MutatingWebhookConfiguration", AccessTables.webhooks()),
            Map.entry("apiextensions.k8s.io/CustomResourceDefinition", AccessTables.created()),
            Map.entry(
                    "apiregistration.k8s.io/APIService",
                    List.of(
                            NAME,
                            text("Service", "Service that serves this API.", AccessTables::apiServer),
                            text("Available", "Whether the service is available.", AccessTables::availability),
                            AGE)));

    private BuiltinTables() {}

    static TableColumns of(String group, String kind) {
        List<TableColumn> columns = TABLES.get(group + "/" + kind);
        return columns == null ? NAME_AND_AGE : new TableColumns(columns);
    }

    private static JsonNode configMapEntries(JsonNode map, Instant now) {
        return LongNode.valueOf(map.path("data").size() + map.path("binaryData").size());
    }
}
