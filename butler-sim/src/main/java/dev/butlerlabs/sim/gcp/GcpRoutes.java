package dev.butlerlabs.sim.gcp;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;

/** Routes requests to Compute Engine. Callers hold the lock of the project, except for the health of backends. */
final class GcpRoutes {
    private static final int PROBE_MILLIS = 500;
    private static final Set<String> COLLECTIONS = Set.of(
            "instances",
            "disks",
            "operations",
            "addresses",
            "healthChecks",
            "firewalls",
            "instanceGroups",
            "backendServices",
            "forwardingRules",
            "networks",
            "subnetworks",
            "images",
            "machineTypes",
            "zones",
            "regions");
    private static final GcpSchema LABELS = GcpSchema.of("labels{*} labelFingerprint");

    private final GcpProjectState project;
    private final GcpListResponse lists;

    GcpRoutes(GcpProjectState project, GcpListResponse lists) {
        this.project = project;
        this.lists = lists;
    }

    static boolean isCollection(GcpRequest request) {
        return COLLECTIONS.contains(request.segments().getLast());
    }

    ObjectNode answer(GcpRequest request) {
        requireScope(request);
        return switch (request.method()) {
            case "GET" -> get(request);
            case "POST" -> post(request);
            case "PATCH" -> patch(request);
            case "DELETE" -> delete(request);
            default -> throw new GcpApiError(405, "httpMethodNotAllowed", "Method not allowed.");
        };
    }

    /** Resources of an unknown zone or region are an invalid request; the zone or region itself is not found. */
    private void requireScope(GcpRequest request) {
        List<String> segments = request.segments();
        String scope = segments.getFirst();
        boolean known = switch (scope) {
            case "zones" -> segments.size() == 1 || GcpCatalog.ZONES.contains(segments.get(1));
            case "regions" -> segments.size() == 1 || GcpCatalog.REGION.equals(segments.get(1));
            case "", "global", "aggregated" -> true;
            default -> false;
        };
        boolean isPlace = scope.equals("zones") || scope.equals("regions");
        if (!known && isPlace && segments.size() > 2) {
            String field = scope.replaceFirst("s$", "");
            throw GcpApiError.invalid(
                    "Invalid value for field '%1$s': '%2$s'. Unknown %1$s.".formatted(field, segments.get(1)));
        }
        if (!known) {
            throw GcpApiError.notFound("projects/%s/%s".formatted(GcpCatalog.PROJECT, request.path()));
        }
    }

    private ObjectNode get(GcpRequest request) {
        if (request.path().startsWith("aggregated/")) {
            return aggregated(request);
        }
        if (isCollection(request)) {
            return list(request);
        }
        request.requireParameters();
        return resource(request.path(), request.segments());
    }

    private ObjectNode resource(String path, List<String> segments) {
        if (path.isEmpty()) {
            return GcpQuotas.project(project);
        }
        if (segments.size() == 2 && segments.getFirst().equals("regions")) {
            return GcpQuotas.region(project);
        }
        String type = segments.get(Math.max(0, segments.size() - 2));
        return switch (type) {
            case "instances" -> project.instances.shown(project.instances.get(path));
            case "disks" ->
                Optional.ofNullable(project.disks().get(path))
                        .orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
            case "operations" -> project.operations.get(path);
            case "machineTypes" ->
                project.catalog
                        .machineTypes
                        .find(segments.get(1), segments.getLast())
                        .orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
            default ->
                GcpBalancerBodies.isPart(type)
                        ? project.balancers.get(path)
                        : project.catalog.find(path).orElseThrow(() -> GcpApiError.notFound(project.links.of(path)));
        };
    }

    private ObjectNode list(GcpRequest request) {
        List<String> segments = request.segments();
        String type = segments.getLast();
        String scope =
                segments.size() > 1 ? request.path().substring(0, request.path().lastIndexOf('/')) : "";
        List<ObjectNode> all = switch (type) {
            case "instances" -> shown(segments.get(1));
            case "disks" -> project.disks(segments.get(1));
            case "operations" -> project.operations.list(scope);
            case "regions" -> List.of(GcpQuotas.region(project));
            case "machineTypes" -> project.catalog.machineTypes.list(requireZone(request));
            default ->
                GcpBalancerBodies.isPart(type)
                        ? project.balancers.list(request.path())
                        : project.catalog.list(request.path());
        };
        return lists.list(request, "compute#" + type.replaceFirst("(?<=ss)es$|s$", "") + "List", all);
    }

    private static String requireZone(GcpRequest request) {
        if (!request.segments().getFirst().equals("zones")) {
            throw GcpApiError.notFound(request.path());
        }
        return request.segments().get(1);
    }

    private List<ObjectNode> shown(String zone) {
        return project.instances.visible(zone).stream()
                .map(project.instances::shown)
                .toList();
    }

    private ObjectNode aggregated(GcpRequest request) {
        String type = request.segments().getLast();
        Function<String, List<ObjectNode>> reader = switch (type) {
            case "instances" -> this::shown;
            case "disks" -> project::disks;
            default -> throw GcpApiError.notFound(request.path());
        };
        SequencedMap<String, List<ObjectNode>> byScope = new LinkedHashMap<>();
        GcpCatalog.ZONES.forEach(zone -> byScope.put("zones/" + zone, reader.apply(zone)));
        return lists.aggregated(request, type, byScope, project.unreachable);
    }

    private ObjectNode post(GcpRequest request) {
        List<String> segments = request.segments();
        String last = segments.getLast();
        String parent = request.path().substring(0, Math.max(0, request.path().lastIndexOf('/')));
        return switch (last) {
            case "listInstances" ->
                lists.list(request, "compute#instanceGroupsListInstances", project.balancers.members(parent));
            case "wait" -> project.operations.get(parent);
            default -> {
                request.requireParameters("requestId");
                yield project.operations.once(
                        request.parameter("requestId"), request.identity(), () -> changed(request, last, parent));
            }
        };
    }

    private ObjectNode changed(GcpRequest request, String last, String parent) {
        return switch (last) {
            case "instances" -> project.instances.insert(request.segments().get(1), request.json());
            case "images" -> project.images.insert(request.json());
            case "addInstances", "removeInstances" -> project.balancers.members(parent, last, request.json());
            case "setLabels" -> labelled(parent, request.json());
            case "start" -> project.instances.power(parent, true);
            case "stop" -> project.instances.power(parent, false);
            default -> {
                if (!GcpBalancerBodies.isPart(last)) {
                    throw GcpApiError.notFound(request.path());
                }
                yield project.balancers.insert(request.path(), request.json());
            }
        };
    }

    private ObjectNode labelled(String path, ObjectNode body) {
        LABELS.check(body);
        GcpInstanceValidator.checkLabels(body.path("labels"));
        SimulatedGcpInstance instance = project.instances.get(path);
        if (!body.path("labelFingerprint").asText("").equals("bGFiZWxz")) {
            throw new GcpApiError(
                    412, "conditionNotMet", "Labels fingerprint either invalid or resource labels have changed");
        }
        instance.body.set("labels", body.path("labels").deepCopy());
        ObjectNode operation = project.operations.start("setLabels", path, instance.id);
        project.operations.finish(operation);
        return operation;
    }

    private ObjectNode patch(GcpRequest request) {
        request.requireParameters("requestId");
        if (!request.path().contains("/backendServices/")) {
            throw GcpApiError.notFound(request.path());
        }
        return project.operations.once(
                request.parameter("requestId"),
                request.identity(),
                () -> project.balancers.patch(request.path(), request.json()));
    }

    private ObjectNode delete(GcpRequest request) {
        request.requireParameters("requestId");
        List<String> segments = request.segments();
        String type = segments.get(Math.max(0, segments.size() - 2));
        return project.operations.once(request.parameter("requestId"), request.identity(), () -> switch (type) {
            case "instances" -> project.instances.delete(request.path());
            case "disks" -> project.deleteDisk(request.path());
            case "images" -> project.images.delete(request.path());
            default -> {
                if (!GcpBalancerBodies.isPart(type)) {
                    throw GcpApiError.notFound(request.path());
                }
                yield project.balancers.delete(request.path());
            }
        });
    }

    boolean isHealth(GcpRequest request) {
        return request.method().equals("POST") && request.path().endsWith("/getHealth");
    }

    /** Probes the backends without holding the lock, because a connection may take time. */
    ObjectNode health(GcpRequest request) {
        request.requireParameters();
        String service = request.path().substring(0, request.path().lastIndexOf('/'));
        Map<String, Optional<String>> probes;
        int port;
        synchronized (project) {
            requireScope(request);
            probes = project.balancers.probes(service, request.json());
            port = project.balancers.healthPort(service);
        }
        ObjectNode answer = GcpJson.object().put("kind", "compute#backendServiceGroupHealth");
        ArrayNode statuses = answer.putArray("healthStatus");
        probes.forEach((instance, address) -> statuses.addObject()
                .put("instance", instance)
                .put("ipAddress", address.orElse("0.0.0.0"))
                .put("port", port)
                .put("healthState", address.filter(host -> answers(host, port)).isPresent() ? "HEALTHY" : "UNHEALTHY"));
        return answer;
    }

    private static boolean answers(String address, int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port), PROBE_MILLIS);
            return true;
        } catch (IOException _) {
            return false;
        }
    }
}
