package dev.butlerlabs.core.provider;

/** Manages control plane load balancers on infrastructures that support them. The contract is that of {@link Machines}. */
public interface LoadBalancers {
    BalancerState observe(BalancerId id);

    /** Creates missing parts, adopts existing parts of this owner and updates the targets. Idempotent. */
    BalancerState ensure(BalancerSpec spec);

    void delete(BalancerId id);
}
