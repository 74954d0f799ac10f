package dev.butlerlabs.core.provider;

/** Manages control plane load balancers on infrastructures that support them. The contract is that of {@link MachineOperations}. */
public interface LoadBalancerOperations {
    LoadBalancerState observe(LoadBalancerId id);

    /** Creates missing parts, adopts existing parts of this owner and updates the targets. Idempotent. */
    LoadBalancerState ensure(LoadBalancerSpec spec);

    void delete(LoadBalancerId id);
}
