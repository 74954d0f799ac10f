package dev.butlerlabs.sim.harvester;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.fault.Operation;
import dev.butlerlabs.sim.http.Application;
import dev.butlerlabs.sim.http.Request;
import dev.butlerlabs.sim.http.Response;
import dev.butlerlabs.sim.http.StreamedResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The endpoint for clients: authenticates requests, rejects them as Harvester does, and forwards the rest to the
 * embedded API.
 */
final class Door implements Application {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> WRITES = Set.of("POST", "PUT", "PATCH");

    private final ServerIdentity identity;
    private final Upstream upstream;
    private final KubeVirt kubevirt;
    private final Admission admission;
    private final FaultPlan faults;

    Door(ServerIdentity identity, Upstream upstream, KubeVirt kubevirt, Admission admission, FaultPlan faults) {
        this.identity = identity;
        this.upstream = upstream;
        this.kubevirt = kubevirt;
        this.admission = admission;
        this.faults = faults;
    }

    @Override
    public Response answer(Request request) {
        if (!isKnown(request)) {
            return Refusals.unauthorized();
        }
        Optional<Target> target = Target.of(request);
        if (target.isEmpty()) {
            return upstream.answer(request);
        }
        Optional<Response> denial = target.get().is(Kind.MACHINE) ? denial(request) : Optional.empty();
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
    private Optional<Response> denial(Request request) {
        if (!WRITES.contains(request.method())) {
            return Optional.empty();
        }
        Response outcome = upstream.answer(request.withQuery("dryRun=All"));
        if (outcome.status() >= 300) {
            return Optional.empty();
        }
        List<String> problems = VirtualMachineValidator.problems(tree(outcome.body()));
        return problems.isEmpty() ? Optional.empty() : Optional.of(Refusals.deniedByKubeVirt(problems));
    }

    private Response create(Request request, Target target) {
        if (!target.is(Kind.MACHINE)) {
            return upstream.answer(request);
        }
        String name = nameIn(request);
        boolean exhausted = faults.next(FaultKind.Stage.REQUEST, Operation.CREATE, name)
                .filter(FaultKind.QUOTA::equals)
                .isPresent();
        Key key = new Key(target.namespace().orElse(""), name);
        return exhausted ? Refusals.exceededQuota(name) : admission.create(key, () -> upstream.answer(request));
    }

    /** Rejects the deletion of attached volumes, as Harvester's webhook does. */
    private Response delete(Request request, Target target) {
        Optional<Key> user = target.is(Kind.VOLUME) ? target.key().flatMap(kubevirt::userOf) : Optional.empty();
        return user.map(machine -> Refusals.attachedVolume(target.name().orElse(""), machine))
                .orElseGet(() -> upstream.answer(request));
    }

    private Response read(Request request, Target target) {
        Response response = upstream.answer(request);
        if (target.is(Kind.INSTANCE) && response.status() == 200 && showsAddress(response)) {
            target.key().ifPresent(kubevirt::seenRunning);
        }
        return response;
    }

    private static boolean showsAddress(Response response) {
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
    public Optional<StreamedResponse> stream(Request request) {
        return Target.isWatch(request) && isKnown(request) ? Optional.of(upstream.stream(request)) : Optional.empty();
    }

    private boolean isKnown(Request request) {
        return request.header("Authorization").filter(identity::accepts).isPresent();
    }

    @Override
    public Response refusal(FaultKind fault, Request request) {
        return switch (fault) {
            case THROTTLE -> Refusals.throttled();
            case UNAUTHORIZED -> Refusals.unauthorized();
            default -> Refusals.internalError();
        };
    }

    @Override
    public Optional<Subject> subject(Request request) {
        return Target.isWatch(request) ? Optional.empty() : Target.of(request).map(target -> subject(request, target));
    }

    private static Subject subject(Request request, Target target) {
        return switch (request.method()) {
            case "POST" ->
                target.plural().endsWith("reviews")
                        ? new Subject(Operation.READ, "")
                        : new Subject(Operation.CREATE, nameIn(request));
            case "DELETE" -> new Subject(Operation.DELETE, target.name().orElse(""));
            case "PUT", "PATCH" -> new Subject(Operation.UPDATE, target.name().orElse(""));
            default ->
                target.name()
                        .map(name -> new Subject(Operation.READ, name))
                        .orElseGet(() -> new Subject(Operation.LIST, ""));
        };
    }

    private static String nameIn(Request request) {
        return tree(request.body()).path("metadata").path("name").asText("");
    }
}
