package dev.butlerlabs.core.provider;

/** Load balancers in front of control planes, where an infrastructure offers them. The rules are those of {@link Machines}. */
public interface LoadBalancers {
    BalancerState observe(BalancerId id);

    /** Makes what is missing, takes over what is ours, and brings the targets to those named. Calling twice is calling once. */
    BalancerState ensure(BalancerSpec spec);

    void delete(BalancerId id);
}
