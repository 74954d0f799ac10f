package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.sim.http.HttpApiRequest;
import java.net.URI;
import java.util.List;

/** The calls below {@code /nodes/{node}/storage}. Callers hold the lock of the cluster. */
final class PveStorageCalls {
    private static final PveCallSchema LIST =
            PveCallSchema.none().texts("content", "storage", "target").flags("enabled", "format");
    private static final PveCallSchema CONTENT =
            PveCallSchema.none().texts("content").add("vmid", PveCallSchema.Type.VM_ID);
    private static final PveCallSchema DELETE = PveCallSchema.none()
            .add("delay", PveCallSchema.Type.text("[1-9]|[12]\\d|30", "value must have a maximum value of 30"));
    private static final PveCallSchema DOWNLOAD = PveCallSchema.none()
            .add(
                    "content",
                    PveCallSchema.Type.text(
                            "iso|vztmpl|import",
                            "value '%s' does not have a value in the enumeration 'iso, vztmpl, import'"))
            .add("filename", PveCallSchema.Type.text(".{1,255}", "value may only be 255 characters long"))
            .add("url", PveCallSchema.Type.text("https?://.*", "value does not match the regex pattern"))
            .texts("checksum", "checksum-algorithm", "compression")
            .flags("verify-certificates")
            .require("content", "filename", "url");

    private final PveCluster cluster;

    PveStorageCalls(PveCluster cluster) {
        this.cluster = cluster;
    }

    JsonNode list(HttpApiRequest request) {
        PveParameters parameters = PveParameters.of(request, LIST);
        return cluster.inventory().storages(parameters.find("storage"), parameters.find("content"));
    }

    /** @param parts path below the storage; the ID of a volume can contain slashes */
    JsonNode route(HttpApiRequest request, String node, String storage, List<String> parts) {
        String operation = request.method() + " " + parts.getFirst();
        if (parts.size() == 1 && operation.equals("GET content")) {
            return cluster.images()
                    .content(node, storage, PveParameters.of(request, CONTENT).find("content"));
        }
        if (parts.size() == 1 && operation.equals("POST download-url")) {
            return download(node, storage, PveParameters.of(request, DOWNLOAD));
        }
        if (parts.size() > 1 && operation.equals("DELETE content")) {
            PveParameters parameters = PveParameters.of(request, DELETE);
            cluster.inventory().requirePrivilege("/storage/" + storage, "Datastore.Allocate");
            PveTask task = cluster.images().delete(node, storage, String.join("/", parts.subList(1, parts.size())));
            // The deletion has finished within any delay.
            return parameters.find("delay").isPresent() ? JsonNodeFactory.instance.nullNode() : text(task);
        }
        throw PveException.unknownPath(
                request.method(), "/nodes/%s/storage/%s/%s".formatted(node, storage, String.join("/", parts)));
    }

    private JsonNode download(String node, String storage, PveParameters parameters) {
        cluster.inventory().requirePrivilege("/storage/" + storage, "Datastore.AllocateTemplate");
        cluster.inventory().requirePrivilege("/nodes/" + node, "Sys.AccessNetwork");
        if (parameters.find("checksum").isPresent()
                != parameters.find("checksum-algorithm").isPresent()) {
            throw PveException.parameter("checksum", "missing property - 'checksum-algorithm' requires this property");
        }
        String file = cluster.images()
                .checkedName(
                        storage,
                        parameters.get("content"),
                        parameters.get("filename"),
                        "is not configured for content-type");
        return text(cluster.images()
                .download(
                        node,
                        storage,
                        file,
                        URI.create(parameters.get("url")),
                        parameters.find("compression").isPresent()));
    }

    private static JsonNode text(PveTask task) {
        return JsonNodeFactory.instance.textNode(task.upid);
    }
}
