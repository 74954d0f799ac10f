package dev.butlerlabs.core.provider.gcp;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import java.util.List;
import java.util.Set;

/**
 * Manages a regional passthrough load balancer for each control plane: address, health check, firewall rule, instance groups, backend
 * service and forwarding rule. Each change is an operation that takes seconds; a call requests what is possible and returns.
 */
final class GcpLoadBalancerOperations implements LoadBalancerOperations {
    private final GcpClient client;
    private final GcpSettings settings;
    private final GcpLoadBalancerReader reader;
    private final GcpPendingOperations pending;

    GcpLoadBalancerOperations(GcpClient client, GcpSettings settings, GcpLoadBalancerReader reader) {
        this.client = client;
        this.settings = settings;
        this.reader = reader;
        this.pending = new GcpPendingOperations(client);
    }

    @Override
    public LoadBalancerState observe(LoadBalancerId id) {
        return reader.ours(id).state(settings.ownsNetwork());
    }

    @Override
    public LoadBalancerState ensure(LoadBalancerSpec spec) {
        requireRoom(spec.id());
        ObservedGcpLoadBalancer observed = reader.oursAlone(spec.id());
        GcpLoadBalancerPayload payload = new GcpLoadBalancerPayload(settings, spec);
        for (GcpLoadBalancerPart part : GcpLoadBalancerPart.values()) {
            if (!observed.has(part) && isPossible(part, observed)) {
                create(part, payload, observed.address().orElse(""));
            }
        }
        new GcpInstanceGroupSynchronizer(client, pending, payload).synchronize(observed);
        return requested(observed, spec);
    }

    /** Returns the state with the number of requested targets that are registered: surplus ones do not replace missing ones. */
    private LoadBalancerState requested(ObservedGcpLoadBalancer observed, LoadBalancerSpec spec) {
        Set<GcpTarget> registered = observed.registeredTargets();
        long present = spec.targets().stream()
                .map(GcpTarget::of)
                .filter(registered::contains)
                .count();
        LoadBalancerState state = observed.state(settings.ownsNetwork());
        return state instanceof LoadBalancerState.Ready ready
                ? new LoadBalancerState.Ready(
                        ready.providerId(), ready.endpoint(), (int) present, ready.healthyTargets())
                : state;
    }

    private static void requireRoom(LoadBalancerId id) {
        if (id.cluster().length() > GcpLoadBalancerNames.LONGEST_CLUSTER_NAME) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The cluster name %s is too long for Google Cloud.".formatted(id.cluster()),
                    "Maximum length: %d characters.".formatted(GcpLoadBalancerNames.LONGEST_CLUSTER_NAME));
        }
    }

    /** Returns whether the parts that a part refers to exist. A firewall rule belongs to the project of the network. */
    private boolean isPossible(GcpLoadBalancerPart part, ObservedGcpLoadBalancer observed) {
        return switch (part) {
            case ADDRESS, HEALTH_CHECK -> true;
            case FIREWALL -> settings.ownsNetwork();
            case BACKEND_SERVICE -> observed.has(GcpLoadBalancerPart.HEALTH_CHECK);
            case FORWARDING_RULE ->
                observed.has(GcpLoadBalancerPart.BACKEND_SERVICE)
                        && observed.address().isPresent();
        };
    }

    private void create(GcpLoadBalancerPart part, GcpLoadBalancerPayload payload, String address) {
        String name = GcpLoadBalancerNames.of(payload.spec().id());
        String collection = part.collection(settings.region());
        pending.request(
                "create the %s %s".formatted(part.title(), name),
                collection + "/" + name,
                () -> client.post(collection, payload.of(part, address)));
    }

    /** Deletes the parts that no other part uses. The others are deleted by later calls; {@link #observe} reports them. */
    @Override
    public void delete(LoadBalancerId id) {
        ObservedGcpLoadBalancer observed = reader.ours(id);
        for (GcpLoadBalancerPart part : deletable(observed)) {
            if (observed.has(part)) {
                client.delete(part.collection(settings.region()) + "/" + GcpLoadBalancerNames.of(id));
            }
        }
        if (!observed.has(GcpLoadBalancerPart.BACKEND_SERVICE)) {
            observed.groups().values().forEach(group -> client.delete(group.path()));
        }
    }

    static List<GcpLoadBalancerPart> deletable(ObservedGcpLoadBalancer observed) {
        if (observed.has(GcpLoadBalancerPart.FORWARDING_RULE)) {
            return List.of(GcpLoadBalancerPart.FORWARDING_RULE, GcpLoadBalancerPart.FIREWALL);
        }
        return observed.has(GcpLoadBalancerPart.BACKEND_SERVICE)
                ? List.of(
                        GcpLoadBalancerPart.BACKEND_SERVICE, GcpLoadBalancerPart.ADDRESS, GcpLoadBalancerPart.FIREWALL)
                : List.of(GcpLoadBalancerPart.values());
    }
}
