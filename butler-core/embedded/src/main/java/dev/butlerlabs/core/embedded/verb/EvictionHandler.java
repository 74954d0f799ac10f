package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.DecodedBody;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.DeleteOptions;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.StoredObjectViews;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.schema.SelectorFormatter;
import dev.butlerlabs.core.embedded.selector.LabelSelector;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import java.util.List;
import java.util.Optional;

/**
 * Handles evictions: deletes a pod unless a PodDisruptionBudget that selects it allows no disruption. The status of the budget is used as it
 * is stored; no controller here maintains it.
 */
final class EvictionHandler {
    private static final String KIND = "Eviction";
    private static final GroupVersion CORE = new GroupVersion("", "v1");
    private static final GroupVersion POLICY = new GroupVersion("policy", "v1");
    private static final String PODS = "pods";

    private final ObjectRegistry registry;

    EvictionHandler(ObjectRegistry registry) {
        this.registry = registry;
    }

    /** Returns the pod of a path below a group version; empty if it is not a path for evictions. */
    Optional<ObjectKey> pod(GroupVersion groupVersion, List<String> path) {
        boolean matches = groupVersion.equals(CORE)
                && path.size() == 5
                && path.getFirst().equals("namespaces")
                && path.get(2).equals(PODS)
                && path.getLast().equals("eviction");
        return matches
                ? Optional.of(
                        new ObjectKey(registry.catalog().find(CORE, PODS).orElseThrow(), path.get(1), path.get(3)))
                : Optional.empty();
    }

    ApiResponse create(ApiRequest request, ObjectKey place) {
        if (!request.method().equals("POST")) {
            throw ApiException.methodNotAllowed();
        }
        DecodedBody body = RequestBodyDecoder.body(request, KIND);
        if (!(body.tree() instanceof ObjectNode eviction)) {
            throw ApiException.badRequest("the object provided is unrecognized (must be of type Eviction)");
        }
        KubernetesObject pod = KubernetesObject.parse(registry.get(place).value());
        budget(pod).ifPresent(EvictionHandler::requireDisruption);
        registry.delete(place, options(request, eviction, pod));
        ObjectNode status = JsonCodec.object();
        status.put("kind", "Status").put("apiVersion", "v1");
        status.putObject("metadata");
        status.put("status", "Success").put("code", 201);
        return ApiResponse.json(201, status);
    }

    private Optional<KubernetesObject> budget(KubernetesObject pod) {
        ServedResource budgets =
                registry.catalog().find(POLICY, "poddisruptionbudgets").orElseThrow();
        return registry.range(new RangeQuery(budgets.prefix(pod.namespace()), "", 0, 0)).entries().stream()
                .map(entry -> StoredObjectViews.object(budgets, entry.value()))
                .filter(budget -> LabelSelector.parse(SelectorFormatter.expression(
                                budget.tree().path("spec").path("selector")))
                        .test(pod))
                .findFirst();
    }

    private static void requireDisruption(KubernetesObject budget) {
        JsonNode status = budget.tree().path("status");
        if (status.path("disruptionsAllowed").asInt() > 0) {
            return;
        }
        throw ApiException.tooManyDisruptions("The disruption budget %s needs %d healthy pods and has %d currently"
                .formatted(
                        budget.name(),
                        status.path("desiredHealthy").asInt(),
                        status.path("currentHealthy").asInt()));
    }

    private static DeleteOptions options(ApiRequest request, ObjectNode eviction, KubernetesObject pod) {
        boolean isDryRun = RequestOptions.dryRun(request.query())
                || !eviction.path("deleteOptions").path("dryRun").isEmpty();
        return new DeleteOptions(isDryRun, Optional.of(pod.uid()), Optional.empty(), Optional.empty());
    }
}
