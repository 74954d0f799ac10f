package dev.butlerlabs.core.embedded.schema;

import static dev.butlerlabs.core.embedded.schema.TableColumn.AGE;
import static dev.butlerlabs.core.embedded.schema.TableColumn.NAME;
import static dev.butlerlabs.core.embedded.schema.TableColumn.text;
import static dev.butlerlabs.core.embedded.schema.TableColumn.wide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.core.embedded.schema.TableColumn.Cell;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The columns of the built-in kinds, as kubectl's users know them. */
final class BuiltinTables {
    private static final TableColumns NAME_AND_AGE = new TableColumns(List.of(NAME, AGE));

    private static final Map<String, List<TableColumn>> TABLES = Map.ofEntries(
            Map.entry("/Namespace", List.of(NAME, text("Status", "Its phase.", field("/status/phase")), AGE)),
            Map.entry(
                    "/Secret",
                    List.of(
                            NAME,
                            text("Type", "What the data is for.", field("/type")),
                            text("Data", "How many entries it has.", count("/data")),
                            AGE)),
            Map.entry(
                    "/ConfigMap",
                    List.of(NAME, text("Data", "How many entries it has.", BuiltinTables::configMapEntries), AGE)),
            Map.entry("/Event", events("involvedObject", "message", "firstTimestamp", "lastTimestamp", "count")),
            Map.entry(
                    "events.k8s.io/Event",
                    events(
                            "regarding",
                            "note",
                            "deprecatedFirstTimestamp",
                            "deprecatedLastTimestamp",
                            "deprecatedCount")),
            Map.entry("/Node", nodes()),
            Map.entry("/Pod", PodTable.COLUMNS),
            Map.entry("/Service", services()),
            Map.entry(
                    "/Endpoints",
                    List.of(
                            NAME,
                            text("Endpoints", "The addresses behind the name.", (object, now) -> Endpoints.of(object)),
                            AGE)),
            Map.entry("/PersistentVolumeClaim", claims()),
            Map.entry("apps/Deployment", deployments()),
            Map.entry("apps/ReplicaSet", replicaSets()),
            Map.entry(
                    "apps/StatefulSet",
                    List.of(
                            NAME,
                            text("Ready", "Ready pods of those wanted.", ready()),
                            AGE,
                            containers("/spec/template", "name"),
                            containers("/spec/template", "image"))),
            Map.entry("apps/DaemonSet", daemonSets()),
            Map.entry("batch/Job", jobs()),
            Map.entry("batch/CronJob", cronJobs()),
            Map.entry(
                    "coordination.k8s.io/Lease",
                    List.of(NAME, text("Holder", "Who holds the lease.", field("/spec/holderIdentity")), AGE)),
            Map.entry("storage.k8s.io/StorageClass", storageClasses()),
            Map.entry(
                    "networking.k8s.io/IngressClass",
                    List.of(
                            NAME,
                            text("Controller", "Who serves ingresses of this class.", field("/spec/controller")),
                            text("Parameters", "Where the controller finds more.", BuiltinTables::parameters),
                            AGE)),
            Map.entry("networking.k8s.io/Ingress", ingresses()),
            Map.entry(
                    "scheduling.k8s.io/PriorityClass",
                    List.of(
                            NAME,
                            whole("Value", "More goes first.", "/value"),
                            flag("Global-Default", "Whether pods without a class get this one.", "/globalDefault"),
                            AGE,
                            text(
                                    "PreemptionPolicy",
                                    "Whether others are evicted for it.",
                                    field("/preemptionPolicy")))),
            Map.entry("rbac.authorization.k8s.io/Role", created()),
            Map.entry("rbac.authorization.k8s.io/ClusterRole", created()),
            Map.entry("rbac.authorization.k8s.io/RoleBinding", bindings()),
            Map.entry("rbac.authorization.k8s.io/ClusterRoleBinding", bindings()),
            Map.entry("admissionregistration.k8s.io/ValidatingWebhookConfiguration", webhooks()),
            Map.entry("admissionregistration.k8s.io/MutatingWebhookConfiguration", webhooks()),
            Map.entry("apiextensions.k8s.io/CustomResourceDefinition", created()),
            Map.entry(
                    "apiregistration.k8s.io/APIService",
                    List.of(
                            NAME,
                            text("Service", "Who answers for this API.", BuiltinTables::apiServer),
                            text("Available", "Whether it answers.", BuiltinTables::availability),
                            AGE)));

    private BuiltinTables() {}

    static TableColumns of(String group, String kind) {
        List<TableColumn> columns = TABLES.get(group + "/" + kind);
        return columns == null ? NAME_AND_AGE : new TableColumns(columns);
    }

    private static List<TableColumn> events(String object, String message, String first, String last, String count) {
        return List.of(
                text("Last Seen", "When it was last seen.", (event, now) -> lastSeen(event, first, last, now)),
                text("Type", "Normal or Warning.", field("/type")),
                text("Reason", "A word for why it was sent.", field("/reason")),
                text("Object", "What it is about.", (event, now) -> involved(event.path(object))),
                wide("Subobject", "Which part of the object it is about.", field("/" + object + "/fieldPath")),
                wide("Source", "Who reports it.", (event, now) -> source(event)),
                text(
                        "Message",
                        "What happened.",
                        (event, now) -> words(event.path(message).asText().strip())),
                wide("First Seen", "When it was first seen.", (event, now) -> firstSeen(event, first, now)),
                wide("Count", "How often it was seen.", (event, now) -> times(event, count)),
                new TableColumn("Name", "string", "name", NAME.description(), 1, NAME.cell()));
    }

    private static JsonNode firstSeen(JsonNode event, String first, Instant now) {
        String moment = event.path(first).asText("");
        return words(Ages.since(moment.isEmpty() ? event.path("eventTime").asText("") : moment, now));
    }

    private static JsonNode lastSeen(JsonNode event, String first, String last, Instant now) {
        if (event.path("series").isObject()) {
            return words(Ages.since(event.at("/series/lastObservedTime").asText(), now));
        }
        String moment = event.path(last).asText("");
        return moment.isEmpty() ? firstSeen(event, first, now) : words(Ages.since(moment, now));
    }

    private static JsonNode times(JsonNode event, String count) {
        long times = event.path("series").isObject()
                ? event.at("/series/count").asLong()
                : Math.max(1, event.path(count).asLong());
        return LongNode.valueOf(times);
    }

    private static JsonNode involved(JsonNode reference) {
        String kind = reference.path("kind").asText().toLowerCase(Locale.ROOT);
        String name = reference.path("name").asText();
        return words(name.isEmpty() ? kind : kind + "/" + name);
    }

    private static JsonNode source(JsonNode event) {
        JsonNode source = event.has("deprecatedSource") ? event.path("deprecatedSource") : event.path("source");
        String component = orElse(
                source.path("component").asText(),
                orElse(
                        event.path("reportingComponent").asText(),
                        event.path("reportingController").asText()));
        String host = orElse(
                source.path("host").asText(), event.path("reportingInstance").asText());
        return words(host.isEmpty() ? component : component + ", " + host);
    }

    private static List<TableColumn> nodes() {
        return List.of(
                NAME,
                text("Status", "Whether it is ready and takes pods.", (node, now) -> nodeStatus(node)),
                text("Roles", "What it is labelled for.", (node, now) -> nodeRoles(node)),
                AGE,
                text("Version", "Of the kubelet.", field("/status/nodeInfo/kubeletVersion")),
                wide("Internal-IP", "Its address inside.", (node, now) -> nodeAddress(node, "InternalIP")),
                wide("External-IP", "Its address outside.", (node, now) -> nodeAddress(node, "ExternalIP")),
                wide("OS-Image", "Its operating system.", field("/status/nodeInfo/osImage", "<unknown>")),
                wide("Kernel-Version", "Its kernel.", field("/status/nodeInfo/kernelVersion", "<unknown>")),
                wide(
                        "Container-Runtime",
                        "What runs its containers.",
                        field("/status/nodeInfo/containerRuntimeVersion", "<unknown>")));
    }

    private static JsonNode nodeStatus(JsonNode node) {
        String status = Conditions.status(node, "Ready")
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

    private static List<TableColumn> services() {
        return List.of(
                NAME,
                text("Type", "How it is reached.", field("/spec/type")),
                text("Cluster-IP", "Its address inside.", field("/spec/clusterIPs/0", "<none>")),
                text("External-IP", "Its address outside.", (service, now) -> externalAddress(service)),
                text("Port(s)", "Where it listens.", (service, now) -> servicePorts(service)),
                AGE,
                wide("Selector", "The pods behind it.", (service, now) -> words(labels(service.at("/spec/selector")))));
    }

    private static JsonNode externalAddress(JsonNode service) {
        String given = join(service.at("/spec/externalIPs"), JsonNode::asText, ",");
        return switch (service.at("/spec/type").asText()) {
            case "ClusterIP", "NodePort" -> words(orElse(given, "<none>"));
            case "ExternalName" -> words(service.at("/spec/externalName").asText());
            case "LoadBalancer" -> {
                String assigned = balancerAddresses(service);
                String both = assigned.isEmpty() || given.isEmpty() ? assigned + given : assigned + "," + given;
                yield words(orElse(both, "<pending>"));
            }
            default -> words("<unknown>");
        };
    }

    private static String balancerAddresses(JsonNode object) {
        TreeSet<String> addresses = new TreeSet<>();
        object.at("/status/loadBalancer/ingress")
                .forEach(entry -> addresses.add(
                        orElse(entry.path("ip").asText(), entry.path("hostname").asText())));
        addresses.remove("");
        return String.join(",", addresses);
    }

    private static JsonNode servicePorts(JsonNode service) {
        String ports = join(service.at("/spec/ports"), BuiltinTables::servicePort, ",");
        return words(orElse(ports, "<none>"));
    }

    private static String servicePort(JsonNode port) {
        String nodePort =
                port.path("nodePort").asInt() > 0 ? ":" + port.path("nodePort").asInt() : "";
        return port.path("port").asText() + nodePort + "/"
                + port.path("protocol").asText("TCP");
    }

    private static List<TableColumn> claims() {
        return List.of(
                NAME,
                text("Status", "Its phase.", (claim, now) -> claimStatus(claim)),
                text("Volume", "The volume it got.", field("/spec/volumeName")),
                text("Capacity", "How much it got.", (claim, now) -> ifBound(claim, "/status/capacity/storage")),
                text("Access Modes", "How it may be mounted.", (claim, now) -> claimModes(claim)),
                text("StorageClass", "Where volumes come from.", field("/spec/storageClassName")),
                text(
                        "VolumeAttributesClass",
                        "What volumes are like.",
                        field("/spec/volumeAttributesClassName", "<unset>")),
                AGE,
                wide("VolumeMode", "Block or Filesystem.", field("/spec/volumeMode", "<unset>")));
    }

    private static JsonNode claimStatus(JsonNode claim) {
        boolean leaving = claim.path("metadata").hasNonNull("deletionTimestamp");
        return words(leaving ? "Terminating" : claim.at("/status/phase").asText());
    }

    private static JsonNode ifBound(JsonNode claim, String pointer) {
        return words(
                claim.at("/spec/volumeName").asText().isEmpty()
                        ? ""
                        : claim.at(pointer).asText());
    }

    private static JsonNode claimModes(JsonNode claim) {
        Map<String, String> shortNames = Map.of(
                "ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX", "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");
        String modes = join(
                claim.at("/status/accessModes"), mode -> shortNames.getOrDefault(mode.asText(), mode.asText()), ",");
        return words(claim.at("/spec/volumeName").asText().isEmpty() ? "" : modes);
    }

    private static List<TableColumn> deployments() {
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

    private static List<TableColumn> replicaSets() {
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

    private static List<TableColumn> daemonSets() {
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

    private static List<TableColumn> jobs() {
        return List.of(
                NAME,
                text("Status", "How far it came.", (job, now) -> jobStatus(job)),
                text("Completions", "Finished pods of those wanted.", (job, now) -> completions(job)),
                text("Duration", "How long it took or has been going.", BuiltinTables::jobDuration),
                AGE,
                containers("/spec/template", "name"),
                containers("/spec/template", "image"),
                selector("/spec/selector"));
    }

    private static JsonNode jobStatus(JsonNode job) {
        for (String end : List.of("Complete", "Failed")) {
            if (Conditions.holds(job, end)) {
                return words(end);
            }
        }
        if (job.path("metadata").hasNonNull("deletionTimestamp")) {
            return words("Terminating");
        }
        for (String state : List.of("Suspended", "FailureTarget", "SuccessCriteriaMet")) {
            if (Conditions.holds(job, state)) {
                return words(state);
            }
        }
        return words("Running");
    }

    private static JsonNode completions(JsonNode job) {
        int succeeded = job.at("/status/succeeded").asInt();
        if (job.path("spec").hasNonNull("completions")) {
            return words(succeeded + "/" + job.at("/spec/completions").asInt());
        }
        int parallelism = job.at("/spec/parallelism").asInt();
        return words(succeeded + "/1" + (parallelism > 1 ? " of " + parallelism : ""));
    }

    private static JsonNode jobDuration(JsonNode job, Instant now) {
        String start = job.at("/status/startTime").asText();
        String end = job.at("/status/completionTime").asText();
        if (start.isEmpty()) {
            return words("");
        }
        return words(Ages.describe(Duration.between(Ages.instant(start), end.isEmpty() ? now : Ages.instant(end))));
    }

    private static List<TableColumn> cronJobs() {
        return List.of(
                NAME,
                text("Schedule", "When it starts.", field("/spec/schedule")),
                text("Timezone", "Whose clock.", field("/spec/timeZone", "<none>")),
                new TableColumn("Suspend", "boolean", "", "Whether it rests.", 0, (job, now) -> words(suspended(job))),
                new TableColumn("Active", "integer", "", "Jobs running now.", 0, count("/status/active")),
                text("Last Schedule", "When it last started.", (job, now) -> lastSchedule(job, now)),
                AGE,
                containers("/spec/jobTemplate/spec/template", "name"),
                containers("/spec/jobTemplate/spec/template", "image"),
                selector("/spec/jobTemplate/spec/selector"));
    }

    private static String suspended(JsonNode job) {
        JsonNode suspend = job.at("/spec/suspend");
        if (!suspend.isBoolean()) {
            return "<unset>";
        }
        return suspend.booleanValue() ? "True" : "False";
    }

    private static JsonNode lastSchedule(JsonNode job, Instant now) {
        String moment = job.at("/status/lastScheduleTime").asText();
        return words(moment.isEmpty() ? "<none>" : Ages.since(moment, now));
    }

    private static List<TableColumn> storageClasses() {
        TableColumn name = new TableColumn(
                NAME.name(), NAME.type(), NAME.format(), NAME.description(), 0, (storage, now) -> storageName(storage));
        return List.of(
                name,
                text("Provisioner", "Who makes the volumes.", field("/provisioner")),
                text("ReclaimPolicy", "What becomes of released volumes.", field("/reclaimPolicy", "Delete")),
                text("VolumeBindingMode", "When volumes are made.", field("/volumeBindingMode", "Immediate")),
                text(
                        "AllowVolumeExpansion",
                        "Whether volumes can grow.",
                        (storage, now) -> BooleanNode.valueOf(
                                storage.path("allowVolumeExpansion").asBoolean())),
                AGE);
    }

    private static JsonNode storageName(JsonNode storage) {
        JsonNode annotations = storage.at("/metadata/annotations");
        boolean isDefault = annotations
                .path("storageclass.kubernetes.io/is-default-class")
                .asText()
                .equals("true");
        return words(storage.at("/metadata/name").asText() + (isDefault ? " (default)" : ""));
    }

    private static List<TableColumn> ingresses() {
        return List.of(
                NAME,
                text("Class", "Who serves it.", field("/spec/ingressClassName", "<none>")),
                text("Hosts", "The host names it answers to.", (ingress, now) -> hosts(ingress)),
                text("Address", "Where it is reached.", (ingress, now) -> words(balancerAddresses(ingress))),
                text(
                        "Ports",
                        "Where it listens.",
                        (ingress, now) -> words(ingress.at("/spec/tls").isEmpty() ? "80" : "80, 443")),
                AGE);
    }

    private static JsonNode hosts(JsonNode ingress) {
        List<String> hosts = new ArrayList<>();
        ingress.at("/spec/rules").forEach(rule -> hosts.add(rule.path("host").asText()));
        hosts.removeIf(String::isEmpty);
        if (hosts.isEmpty()) {
            return words("*");
        }
        String shown = String.join(",", hosts.subList(0, Math.min(3, hosts.size())));
        return words(hosts.size() > 3 ? shown + " + " + (hosts.size() - 3) + " more..." : shown);
    }

    private static JsonNode parameters(JsonNode ingressClass, Instant now) {
        JsonNode parameters = ingressClass.at("/spec/parameters");
        if (!parameters.isObject()) {
            return words("<none>");
        }
        String group = parameters.path("apiGroup").asText();
        String kind = parameters.path("kind").asText() + (group.isEmpty() ? "" : "." + group);
        return words(kind + "/" + parameters.path("name").asText());
    }

    private static List<TableColumn> created() {
        return List.of(
                NAME,
                new TableColumn(
                        "Created At",
                        "date",
                        "",
                        "When the object was created.",
                        0,
                        (object, now) ->
                                words(object.at("/metadata/creationTimestamp").asText())));
    }

    private static List<TableColumn> bindings() {
        return List.of(
                NAME,
                text(
                        "Role",
                        "The role given.",
                        (binding, now) -> words(binding.at("/roleRef/kind").asText() + "/"
                                + binding.at("/roleRef/name").asText())),
                AGE,
                wide("Users", "Users it is given to.", subjects("User")),
                wide("Groups", "Groups it is given to.", subjects("Group")),
                wide("ServiceAccounts", "Service accounts it is given to.", subjects("ServiceAccount")));
    }

    private static Cell subjects(String kind) {
        return (binding, now) -> {
            List<String> names = new ArrayList<>();
            binding.path("subjects").forEach(subject -> {
                if (subject.path("kind").asText().equals(kind)) {
                    String namespace = subject.path("namespace").asText();
                    String name = subject.path("name").asText();
                    names.add(kind.equals("ServiceAccount") ? namespace + "/" + name : name);
                }
            });
            return words(String.join(", ", names));
        };
    }

    private static List<TableColumn> webhooks() {
        return List.of(
                NAME,
                new TableColumn("Webhooks", "integer", "", "How many webhooks it names.", 0, count("/webhooks")),
                AGE);
    }

    private static JsonNode apiServer(JsonNode service, Instant now) {
        JsonNode reference = service.at("/spec/service");
        String name = reference.path("namespace").asText() + "/"
                + reference.path("name").asText();
        return words(reference.isObject() ? name : "Local");
    }

    private static JsonNode availability(JsonNode service, Instant now) {
        for (JsonNode condition : service.at("/status/conditions")) {
            if (condition.path("type").asText().equals("Available")) {
                String status = condition.path("status").asText();
                return words(
                        status.equals("True")
                                ? status
                                : status + " (" + condition.path("reason").asText() + ")");
            }
        }
        return words("Unknown");
    }

    private static JsonNode configMapEntries(JsonNode map, Instant now) {
        return LongNode.valueOf(map.path("data").size() + map.path("binaryData").size());
    }

    private static Cell ready() {
        return (object, now) -> words(object.at("/status/readyReplicas").asInt() + "/"
                + object.at("/spec/replicas").asInt(1));
    }

    private static TableColumn containers(String template, String field) {
        boolean names = field.equals("name");
        return wide(
                names ? "Containers" : "Images",
                names ? "The names of its containers." : "The images of its containers.",
                (object, now) -> words(join(
                        object.at(template + "/spec/containers"),
                        container -> container.path(field).asText(),
                        ",")));
    }

    private static TableColumn selector(String pointer) {
        return wide(
                "Selector", "Which pods are its own.", (object, now) -> words(Selectors.describe(object.at(pointer))));
    }

    private static String labels(JsonNode labels) {
        String pairs = labels.properties().stream()
                .map(label -> label.getKey() + "=" + label.getValue().asText())
                .sorted()
                .collect(Collectors.joining(","));
        return orElse(pairs, "<none>");
    }

    private static TableColumn whole(String name, String description, String pointer) {
        return new TableColumn(name, "integer", "", description, 0, number(pointer));
    }

    private static TableColumn flag(String name, String description, String pointer) {
        return new TableColumn(
                name,
                "boolean",
                "",
                description,
                0,
                (object, now) -> BooleanNode.valueOf(object.at(pointer).asBoolean()));
    }

    private static Cell field(String pointer) {
        return field(pointer, "");
    }

    private static Cell field(String pointer, String absent) {
        return (object, now) -> words(orElse(object.at(pointer).asText(""), absent));
    }

    private static Cell number(String pointer) {
        return (object, now) -> LongNode.valueOf(object.at(pointer).asLong());
    }

    private static Cell count(String pointer) {
        return (object, now) -> LongNode.valueOf(object.at(pointer).size());
    }

    private static String join(JsonNode array, Function<JsonNode, String> element, String separator) {
        List<String> texts = new ArrayList<>();
        array.forEach(node -> texts.add(element.apply(node)));
        return String.join(separator, texts);
    }

    private static String orElse(String text, String other) {
        return text.isEmpty() ? other : text;
    }

    private static JsonNode words(String text) {
        return TextNode.valueOf(text);
    }
}
