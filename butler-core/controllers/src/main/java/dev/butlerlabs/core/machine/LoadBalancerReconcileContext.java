package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.LoadBalancerRequestSpec;
import dev.butlerlabs.core.api.LoadBalancerRequestStatus;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import java.util.Optional;
import java.util.Set;

/** Holds the state of one reconciliation of a LoadBalancerRequest. */
final class LoadBalancerReconcileContext extends ProviderReconcileContext {
    private static final int USUAL_PORT = 6443;

    private final LoadBalancerRequest request;
    private Optional<LoadBalancerState> seen = Optional.empty();
    private LoadBalancerTargets targets = new LoadBalancerTargets(Set.of(), Set.of());

    LoadBalancerReconcileContext(LoadBalancerRequest request) {
        super(request, "spec.providerConfigRef", request.getSpec().providerConfigRef());
        this.request = request;
    }

    LoadBalancerRequest request() {
        return request;
    }

    Optional<LoadBalancerRequestStatus> before() {
        return Optional.ofNullable(request.getStatus());
    }

    LoadBalancerId id() {
        return new LoadBalancerId(request.getSpec().clusterName(), owner());
    }

    void found(LoadBalancerTargets found) {
        targets = found;
    }

    LoadBalancerTargets targets() {
        return targets;
    }

    void saw(LoadBalancerState state) {
        seen = Optional.of(state);
    }

    Optional<LoadBalancerState> seen() {
        return seen;
    }

    LoadBalancerSpec wanted() {
        LoadBalancerRequestSpec spec = request.getSpec();
        int port = Optional.ofNullable(spec.port()).orElse(USUAL_PORT);
        return new LoadBalancerSpec(
                id(), port, Optional.ofNullable(spec.healthCheckPort()).orElse(port), targets.providerIds());
    }
}
