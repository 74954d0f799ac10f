package dev.butlerlabs.core.provider;

import java.util.List;
import java.util.Optional;

/**
 * The resources that a plan will request.
 *
 * @param machines machines with their future owner; existing machines of that owner do not conflict
 * @param balancer load balancer, if the plan has one
 */
public record PreflightInput(List<MachineSpec> machines, Optional<LoadBalancerSpec> balancer) {
    public PreflightInput {
        machines = List.copyOf(machines);
    }
}
