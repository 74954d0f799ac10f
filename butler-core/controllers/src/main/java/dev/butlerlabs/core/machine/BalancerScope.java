package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.provider.BalancerId;
import dev.butlerlabs.core.provider.BalancerSpec;
import dev.butlerlabs.core.provider.BalancerState;
import java.util.Optional;
import java.util.Set;

/** Holds the state of one reconciliation of a LoadBalancerRequest. */
final class BalancerScope extends ProviderScope {
    private static final int USUAL_PORT = 6443;

    private final LoadBalancerRequest request;
    private Optional<BalancerState> seen = Optional.empty();
    private BalancerTargets targets = new BalancerTargets(Set.of(), Set.of());

    BalancerScope(LoadBalancerRequest request) {
        super(request, "spec.providerConfigRef", request.getSpec().providerConfigRef());
        this.request = request;
    }

    LoadBalancerRequest request() {
        return request;
    }

    Optional<LoadBalancerRequestStatus> before() {
        return Optional.ofNullable(request.getStatus());
    }

    BalancerId id() {
        return new BalancerId(request.getSpec().clusterName(), owner());
    }

    void found(BalancerTargets found) {
        targets = found;
    }

    BalancerTargets targets() {
        return targets;
    }

    void saw(BalancerState state) {
        seen = Optional.of(state);
    }

    Optional<BalancerState> seen() {
        return seen;
    }

    BalancerSpec wanted() {
        LoadBalancerRequestSpec spec = request.getSpec();
        int port = Optional.ofNullable(spec.port()).orElse(USUAL_PORT);
        return new BalancerSpec(
                id(), port, Optional.ofNullable(spec.healthCheckPort()).orElse(port), targets.providerIds());
    }
}
