package dev.butlerlabs.sim.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import dev.butlerlabs.sim.http.HttpApiRequest;
import dev.butlerlabs.sim.http.HttpApiResponse;
import dev.butlerlabs.sim.http.HttpApplication;
import dev.butlerlabs.sim.http.StreamedResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The endpoint for clients: authenticates requests, rejects them as Harvester does, and forwards the rest to the
 * embedded API.
 */
final class HarvesterApiFrontend implements HttpApplication {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH");

    private final ServerIdentity identity;
    private final BackendForwarder upstream;
    private final KubeVirtController kubevirt;
    private final CapacityAdmission admission;
    private final ImageAdmission images;
    private final FaultPlan faults;

    HarvesterApiFrontend(
            ServerIdentity identity,
            BackendForwarder upstream,
            KubeVirtController kubevirt,
            CapacityAdmission admission,
            ImageAdmission images,
            FaultPlan faults) {
        this.identity = identity;
        this.upstream = upstream;
        this.kubevirt = kubevirt;
        this.admission = admission;
        this.images = images;
        this.faults = faults;
    }

    @Override
    public HttpApiResponse answer(HttpApiRequest request) {
        if (!isKnown(request)) {
            return HarvesterErrorResponses.unauthorized();
        }
        Optional<KubernetesRequestTarget> target = KubernetesRequestTarget.of(request);
        if (target.isEmpty()) {
            return upstream.answer(request);
        }
        Optional<HttpApiResponse> denial =
                target.get().is(WatchedResourceType.MACHINE) ? denial(request) : Optional.empty();
        if (denial.isPresent()) {
            return denial.get();
        }
        return switch (request.method()) {
            case "POST" -> create(request, target.get());
            case "DELETE" -> delete(request, target.get());
            case "GET" -> read(request, target.get());
            default -> upstream.answer(request);
        };
    }

    /** Validates the object that a write would store rather than the request, as KubeVirt's webhook does. */
    private Optional<HttpApiResponse> denial(HttpApiRequest request) {
        if (!WRITES.contains(request.method())) {
            return Optional.empty();
        }
        HttpApiResponse outcome = upstream.answer(request.withQuery("dryRun=All"));
        if (outcome.status() >= 300) {
            return Optional.empty();
        }
        List<String> problems = VirtualMachineValidator.problems(tree(outcome.body()));
        return problems.isEmpty() ? Optional.empty() : Optional.of(HarvesterErrorResponses.deniedByKubeVirt(problems));
    }

    private HttpApiResponse create(HttpApiRequest request, KubernetesRequestTarget target) {
        if (target.is(WatchedResourceType.IMAGE)) {
            return images.create(target.namespace().orElse(""), tree(request.body()))
                    .orElseGet(() -> upstream.answer(request));
        }
        if (!target.is(WatchedResourceType.MACHINE)) {
            return upstream.answer(request);
        }
        String name = nameIn(request);
        boolean exhausted = faults.next(FaultKind.Stage.REQUEST, SimulatedOperation.CREATE, name)
                .filter(FaultKind.QUOTA::equals)
                .isPresent();
        ResourceKey key = new ResourceKey(target.namespace().orElse(""), name);
        return exhausted
                ? HarvesterErrorResponses.exceededQuota(name)
                : admission.create(key, () -> upstream.answer(request));
    }

    /** Rejects the deletion of attached volumes and used images, as Harvester's webhook does. */
    private HttpApiResponse delete(HttpApiRequest request, KubernetesRequestTarget target) {
        Optional<HttpApiResponse> denial = target.is(WatchedResourceType.IMAGE)
                ? target.key().flatMap(images::delete)
                : Optional.of(target)
                        .filter(volume -> volume.is(WatchedResourceType.VOLUME))
                        .flatMap(KubernetesRequestTarget::key)
                        .flatMap(kubevirt::userOf)
                        .map(machine -> HarvesterErrorResponses.attachedVolume(
                                target.name().orElse(""), machine));
        return denial.orElseGet(() -> upstream.answer(request));
    }

    private HttpApiResponse read(HttpApiRequest request, KubernetesRequestTarget target) {
        HttpApiResponse response = upstream.answer(request);
        if (target.is(WatchedResourceType.INSTANCE) && response.status() == 200 && showsAddress(response)) {
            target.key().ifPresent(kubevirt::seenRunning);
        }
        return response;
    }

    private static boolean showsAddress(HttpApiResponse response) {
        return tree(response.body()).path("status").path("interfaces").path(0).has("ipAddress");
    }

    /** Parses a body; an empty tree if it is not JSON. */
    private static JsonNode tree(byte[] body) {
        try {
            return JSON.readTree(body);
        } catch (IOException notJson) {
            return JSON.createObjectNode();
        }
    }

    @Override
    public Optional<StreamedResponse> stream(HttpApiRequest request) {
        return KubernetesRequestTarget.isWatch(request) && isKnown(request)
                ? Optional.of(upstream.stream(request))
                : Optional.empty();
    }

    private boolean isKnown(HttpApiRequest request) {
        return request.header("Authorization").filter(identity::accepts).isPresent();
    }

    @Override
    public HttpApiResponse refusal(FaultKind fault, HttpApiRequest request) {
        return switch (fault) {
            case THROTTLE -> HarvesterErrorResponses.throttled();
            case UNAUTHORIZED -> HarvesterErrorResponses.unauthorized();
            default -> HarvesterErrorResponses.internalError();
        };
    }

    @Override
    public Optional<Subject> subject(HttpApiRequest request) {
        return KubernetesRequestTarget.isWatch(request)
                ? Optional.empty()
                : KubernetesRequestTarget.of(request).map(target -> subject(request, target));
    }

    private static Subject subject(HttpApiRequest request, KubernetesRequestTarget target) {
        return switch (request.method()) {
            case "POST" ->
                target.plural().endsWith("reviews")
                        ? new Subject(SimulatedOperation.READ, "")
                        : new Subject(SimulatedOperation.CREATE, nameIn(request));
            case "DELETE" ->
                new Subject(SimulatedOperation.DELETE, target.name().orElse(""));
            case "PUT", "PATCH" ->
                new Subject(SimulatedOperation.UPDATE, target.name().orElse(""));
            default ->
                target.name()
                        .map(name -> new Subject(SimulatedOperation.READ, name))
                        .orElseGet(() -> new Subject(SimulatedOperation.LIST, ""));
        };
    }

    private static String nameIn(HttpApiRequest request) {
        return tree(request.body()).path("metadata").path("name").asText("");
    }
}
