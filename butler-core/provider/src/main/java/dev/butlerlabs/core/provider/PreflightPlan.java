package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Optional;

/**
 * What is about to be asked of an infrastructure.
 *
 * @param machines with the owner they will have; machines of that owner that exist already are no collision
 * @param balancer the load balancer, where the plan has one
 */
public record PreflightPlan(List<MachineSpec> machines, Optional<BalancerSpec> balancer) {
    public PreflightPlan {
        machines = List.copyOf(machines);
    }
}
