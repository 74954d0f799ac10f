package dev.butlerlabs.sim.nutanix;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The part of the v3 API that concerns virtual machines and images. */
final class PrismApplication implements HttpApplication {
    private static final String API = "/api/nutanix/v3";
    private static final String AUTHORIZATION = "Basic "
            + Base64.getEncoder()
                    .encodeToString((NutanixSimulator.USERNAME + ":" + NutanixSimulator.PASSWORD)
                            .getBytes(StandardCharsets.UTF_8));

    /** Kinds by path segment. */
    private static final Map<String, String> KINDS =
            Map.of("clusters", "cluster", "subnets", "subnet", "images", "image", "hosts", "host");

    private final VmRegistry vms;
    private final PrismImages images;
    private final PrismInventory catalogue;
    private final FaultPlan faults;
    private final VmValidator rules;

    PrismApplication(VmRegistry vms, PrismInventory catalogue, FaultPlan faults) {
        this(vms, new PrismImages(faults), catalogue, faults);
    }

    PrismApplication(VmRegistry vms, PrismImages images, PrismInventory catalogue, FaultPlan faults) {
        this.vms = vms;
        this.images = images;
        this.catalogue = catalogue;
        this.faults = faults;
        this.rules = new VmValidator(catalogue, images);
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        try {
            requireLogin(request);
            return route(request.method(), parts(request), request);
        } catch (PrismException e) {
            return e.response();
        }
    }

    private static void requireLogin(HttpApiRequest request) {
        if (!request.header("Authorization").equals(Optional.of(AUTHORIZATION))) {
            throw new PrismException(401, "AUTHENTICATION_REQUIRED", "Authentication required.");
        }
    }

    private static List<String> parts(HttpApiRequest request) {
        String path = request.path();
        return path.startsWith(API + "/")
                ? List.of(path.substring(API.length() + 1).split("/"))
                : List.of("");
    }

    private HttpApiResponse route(String method, List<String> parts, HttpApiRequest request) {
        String call = method + " " + parts.getFirst() + (parts.size() > 1 ? "/*" : "");
        return switch (call) {
            case "POST vms" -> create(request);
            case "GET vms/*" -> ok(vms.entity(parts.get(1)));
            case "PUT vms/*" -> update(parts.get(1), request);
            case "DELETE vms/*" -> accepted(vms.delete(parts.get(1)));
            case "POST vms/*" -> ok(vms.list(ListRequest.of("vm", JsonTrees.parse(request.body()))));
            case "POST images" -> accepted(images.create(JsonTrees.parse(request.body())));
            case "DELETE images/*" -> accepted(images.delete(parts.get(1)));
            case "GET tasks/*" -> ok(images.task(parts.get(1)).orElseGet(() -> vms.task(parts.get(1))));
            case "GET users/*" -> ok(user());
            case "GET prism_central" -> ok(version());
            case "POST groups" -> ok(StorageGroups.answer(catalogue, JsonTrees.parse(request.body())));
            case "POST categories/*" -> ok(categories(ListRequest.of("category", JsonTrees.parse(request.body()))));
            case "GET categories/*" -> ok(category(parts));
            default -> thing(method, parts, request);
        };
    }

    private HttpApiResponse create(HttpApiRequest request) {
        ObjectNode body = JsonTrees.parse(request.body());
        rules.check(body);
        String name = body.at("/spec/name").asText();
        boolean room = faults.next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .filter(FaultKind.QUOTA::equals)
                .isEmpty();
        return accepted(vms.create(body, room));
    }

    private HttpApiResponse update(String uuid, HttpApiRequest request) {
        ObjectNode body = JsonTrees.parse(request.body());
        rules.check(body);
        return accepted(vms.update(uuid, body));
    }

    private HttpApiResponse thing(String method, List<String> parts, HttpApiRequest request) {
        String kind = Optional.ofNullable(KINDS.get(parts.getFirst()))
                .orElseThrow(() -> PrismException.absent("path " + request.path()));
        if (method.equals("POST") && parts.size() == 2 && parts.get(1).equals("list")) {
            ListRequest list = ListRequest.of(kind, JsonTrees.parse(request.body()));
            Stream<ObjectNode> fixed = catalogue
                    .all(kind)
                    .filter(thing -> list.wants(thing.name()))
                    .map(PrismInventory::entity);
            Stream<ObjectNode> created = kind.equals("image") ? images.entities(list) : Stream.empty();
            return ok(list.answer(Stream.concat(fixed, created).toList()));
        }
        return ok(catalogue
                .find(kind, parts.getLast())
                .map(PrismInventory::entity)
                .or(() -> kind.equals("image") ? images.entity(parts.getLast()) : Optional.empty())
                .orElseThrow(() -> PrismException.absent(kind + " " + parts.getLast())));
    }

    @Override
    public boolean receives(HttpApiRequest head) {
        List<String> parts = parts(head);
        return head.method().equals("PUT")
                && parts.size() == 3
                && parts.getFirst().equals("images")
                && parts.getLast().equals("file");
    }

    @Override
    public HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        try {
            requireLogin(head);
            images.receive(parts(head).get(1), head.header("Content-Type"), head.header("Content-Length"), body);
            return ok(JsonTrees.object());
        } catch (PrismException e) {
            return e.response();
        }
    }

    private ObjectNode categories(ListRequest list) {
        return list.answer(catalogue
                .categoryKeys()
                .filter(list::wants)
                .map(key -> JsonTrees.object().put("name", key).put("system_defined", false))
                .toList());
    }

    private ObjectNode category(List<String> parts) {
        if (parts.size() != 3 || !catalogue.hasCategory(parts.get(1), parts.get(2))) {
            throw PrismException.absent("category");
        }
        return JsonTrees.object().put("name", parts.get(1)).put("value", parts.get(2));
    }

    private static ObjectNode user() {
        ObjectNode user = JsonTrees.object().put("api_version", "3.1");
        user.putObject("status").put("state", "COMPLETE").put("name", NutanixSimulator.USERNAME);
        user.putObject("metadata").put("kind", "user");
        return user;
    }

    private static ObjectNode version() {
        ObjectNode version = JsonTrees.object();
        version.putObject("resources").put("version", "pc.2024.3-simulated");
        return version;
    }

    private static HttpApiResponse ok(ObjectNode body) {
        return HttpApiResponse.json(200, JsonTrees.text(body));
    }

    private static HttpApiResponse accepted(ObjectNode body) {
        return HttpApiResponse.json(202, JsonTrees.text(body));
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        PrismException told = switch (fault) {
            case THROTTLE -> new PrismException(429, "TOO_MANY_REQUESTS", "Too many requests.");
            case UNAUTHORIZED -> new PrismException(401, "AUTHENTICATION_REQUIRED", "Authentication required.");
            default -> new PrismException(500, "INTERNAL_ERROR", "Internal Server Error.");
        };
        return told.response();
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        List<String> parts = parts(request);
        boolean listing = parts.getLast().equals("list") || parts.getFirst().equals("groups");
        return Optional.of(
                switch (request.method()) {
                    case "POST" ->
                        new Subject(
                                listing ? SimulatedOperation.LIST : SimulatedOperation.CREATE,
                                listing ? filtered(request) : named(request));
                    case "PUT" -> new Subject(SimulatedOperation.UPDATE, nameOf(parts));
                    case "DELETE" -> new Subject(SimulatedOperation.DELETE, nameOf(parts));
                    default -> new Subject(SimulatedOperation.READ, nameOf(parts));
                });
    }

    private static String filtered(HttpApiRequest request) {
        return body(request).path("filter").asText("").replaceFirst("^.*==", "");
    }

    private static String named(HttpApiRequest request) {
        return body(request).at("/spec/name").asText("");
    }

    private static ObjectNode body(HttpApiRequest request) {
        try {
            return JsonTrees.parse(request.body());
        } catch (PrismException _) {
            return JsonTrees.object();
        }
    }

    private String nameOf(List<String> parts) {
        return parts.size() > 1
                ? vms.name(parts.get(1)).or(() -> images.name(parts.get(1))).orElse("")
                : "";
    }
}
