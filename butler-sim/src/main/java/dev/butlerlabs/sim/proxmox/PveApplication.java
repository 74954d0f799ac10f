package dev.butlerlabs.sim.proxmox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The part of the API of Proxmox VE that concerns virtual machines. */
final class PveApplication implements HttpApplication {
    private static final String API = "/api2/json/";
    private static final String VERSION = "9.1.3";

    private final PveCluster cluster;
    private final PveAccess access;
    private final PveNodeCalls nodes;

    PveApplication(PveCluster cluster, PveAccess access) {
        this.cluster = cluster;
        this.access = access;
        this.nodes = new PveNodeCalls(cluster);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        try {
            List<String> parts = parts(request);
            if (!isLogin(request, parts)) {
                access.check(request);
            }
            synchronized (cluster) {
                return ok(route(request, parts));
            }
        } catch (PveException e) {
            return e.response();
        }
    }

    private static boolean isLogin(HttpApiRequest request, List<String> parts) {
        return request.method().equals("POST") && parts.equals(List.of("access", "ticket"));
    }

    /** Returns the decoded parts of the path below the API. */
    private static List<String> parts(HttpApiRequest request) {
        String path = request.uri().getRawPath();
        return path.startsWith(API)
                ? Arrays.stream(path.substring(API.length()).split("/"))
                        .map(part -> URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8))
                        .toList()
                : List.of("");
    }

    private JsonNode route(HttpApiRequest request, List<String> parts) {
        if (parts.getFirst().equals("nodes") && parts.size() > 1) {
            return nodes.route(request, parts.subList(1, parts.size()));
        }
        return switch (request.method() + " " + String.join("/", parts)) {
            case "POST access/ticket" -> logIn(request);
            case "GET version" -> version(request);
            case "GET access/permissions" -> permissions(request);
            case "GET cluster/status" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield cluster.inventory().status();
            }
            case "GET cluster/nextid" -> nextId(request);
            case "GET cluster/resources" -> resources(request);
            case "GET nodes" -> {
                PveParameters.of(request, PveCallSchema.none());
                yield nodes.list();
            }
            case "GET pools" -> {
                PveParameters.of(request, PveCallSchema.none().texts("poolid", "type"));
                yield cluster.inventory().pools();
            }
            default -> throw PveException.unknownPath(request.method(), "/" + String.join("/", parts));
        };
    }

    private JsonNode logIn(HttpApiRequest request) {
        PveParameters parameters = PveParameters.of(
                request,
                PveCallSchema.none()
                        .texts("username", "password", "realm", "otp", "path", "privs", "tfa-challenge")
                        .flags("new-format")
                        .require("username", "password"));
        Map.Entry<String, String> ticket = access.logIn(parameters.get("username"), parameters.get("password"));
        return object().put("username", PveAccess.USER)
                .put("ticket", ticket.getKey())
                .put("CSRFPreventionToken", ticket.getValue())
                .put("clustername", "simulated");
    }

    private static JsonNode version(HttpApiRequest request) {
        PveParameters.of(request, PveCallSchema.none());
        return object().put("version", VERSION).put("release", "9.1").put("repoid", "0123456789abcdef");
    }

    private JsonNode permissions(HttpApiRequest request) {
        PveParameters parameters =
                PveParameters.of(request, PveCallSchema.none().texts("path", "userid"));
        ObjectNode granted = object();
        ObjectNode privileges = granted.putObject(parameters.find("path").orElse("/"));
        cluster.inventory().privileges().forEach(privilege -> privileges.put(privilege, 1));
        return granted;
    }

    private JsonNode nextId(HttpApiRequest request) {
        PveParameters parameters =
                PveParameters.of(request, PveCallSchema.none().add("vmid", PveCallSchema.Type.VM_ID));
        if (parameters.find("vmid").isPresent()) {
            if (cluster.find(parameters.number("vmid")).isPresent()) {
                throw PveException.parameter("vmid", "VM %s already exists".formatted(parameters.get("vmid")));
            }
            return JsonNodeFactory.instance.textNode(parameters.get("vmid"));
        }
        int id = 100;
        while (cluster.find(id).isPresent()) {
            id++;
        }
        return JsonNodeFactory.instance.textNode(String.valueOf(id));
    }

    private JsonNode resources(HttpApiRequest request) {
        PveParameters parameters = PveParameters.of(
                request,
                PveCallSchema.none()
                        .add(
                                "type",
                                PveCallSchema.Type.text(
                                        "vm|storage|node|sdn",
                                        "value '%s' does not have a value in the enumeration 'vm, storage, node, sdn'")));
        var entries = JsonNodeFactory.instance.arrayNode();
        if (parameters.find("type").orElse("vm").equals("vm")) {
            cluster.vms().stream()
                    .map(vm -> PveRenderer.resource(
                            vm, cluster.statistics(vm.id), cluster.inventory().isOnline(vm.node)))
                    .forEach(entries::add);
        }
        return entries;
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static HttpApiResponse ok(JsonNode data) {
        ObjectNode body = object();
        body.set("data", data);
        return HttpApiResponse.of(200, "application/json;charset=UTF-8", body.toString());
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        List<String> parts = parts(head);
        return head.method().equals("POST")
                && parts.size() == 5
                && parts.get(2).equals("storage")
                && parts.getLast().equals("upload");
    }

    /** Receives a file. Only the task that stores it needs the lock of the cluster. */
    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        List<String> parts = parts(head);
        try {
            access.check(head);
            synchronized (cluster) {
                cluster.inventory().requirePrivilege("/storage/" + parts.get(3), "Datastore.AllocateTemplate");
                cluster.inventory().requireNode(parts.get(1));
            }
            PveUpload upload = PveUpload.read(head, body, cluster.images().cut());
            synchronized (cluster) {
                return ok(JsonNodeFactory.instance.textNode(
                        cluster.images().store(parts.get(1), parts.get(3), upload).upid));
            }
        } catch (PveException e) {
            return e.response();
        }
    }

    /** The API has no rate limit; an overloaded one answers 503. */
    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return switch (fault) {
            case THROTTLE -> HttpApiResponse.of(503, "text/plain", "Service Unavailable");
            case UNAUTHORIZED ->
                PveException.unauthenticated("Authentication failed!").response();
            default ->
                PveException.died("got no worker upid - start worker failed").response();
        };
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        List<String> parts = parts(request);
        String last = parts.getLast();
        boolean creates = Set.of("clone", "qemu", "download-url").contains(last);
        return Optional.of(
                switch (request.method()) {
                    case "POST" ->
                        creates
                                ? new Subject(SimulatedOperation.CREATE, requestedName(request))
                                : new Subject(changed(parts), nameOf(parts));
                    case "PUT" -> new Subject(SimulatedOperation.UPDATE, nameOf(parts));
                    case "DELETE" -> new Subject(SimulatedOperation.DELETE, nameOf(parts));
                    default ->
                        new Subject(
                                last.equals("resources") || last.equals("tasks")
                                        ? SimulatedOperation.LIST
                                        : SimulatedOperation.READ,
                                nameOf(parts));
                });
    }

    private static SimulatedOperation changed(List<String> parts) {
        return parts.getFirst().equals("access") ? SimulatedOperation.READ : SimulatedOperation.UPDATE;
    }

    private static String requestedName(HttpApiRequest request) {
        try {
            Map<String, String> parameters = PveParameters.decode(request);
            return parameters.getOrDefault("name", parameters.getOrDefault("filename", ""));
        } catch (PveException _) {
            return "";
        }
    }

    /** Returns the name of the virtual machine of a path such as nodes/pve1/qemu/2000/config. */
    private String nameOf(List<String> parts) {
        boolean isVm =
                parts.size() > 3 && parts.get(2).equals("qemu") && parts.get(3).matches("\\d{1,9}");
        if (!isVm) {
            return "";
        }
        synchronized (cluster) {
            return cluster.find(Integer.parseInt(parts.get(3)))
                    .map(vm -> vm.config.getOrDefault("name", vm.futureName))
                    .orElse("");
        }
    }
}
