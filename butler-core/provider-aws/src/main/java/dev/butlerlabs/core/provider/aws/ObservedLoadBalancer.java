package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.LoadBalancerState;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Listener;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerStateEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthStateEnum;

/** The existing parts of a load balancer. */
record ObservedLoadBalancer(
        Optional<LoadBalancer> balancer,
        Optional<TargetGroup> targetGroup,
        List<Listener> listeners,
        List<TargetHealthDescription> targets) {

    ObservedLoadBalancer {
        listeners = List.copyOf(listeners);
        targets = targets.stream().filter(target -> !isLeaving(target)).toList();
    }

    private static boolean isLeaving(TargetHealthDescription target) {
        return target.targetHealth() != null && target.targetHealth().state() == TargetHealthStateEnum.DRAINING;
    }

    LoadBalancerState state() {
        if (balancer.isEmpty()) {
            return targetGroup
                    .<LoadBalancerState>map(group -> new LoadBalancerState.Leaving(group.targetGroupArn()))
                    .orElseGet(LoadBalancerState.Absent::new);
        }
        return state(balancer.get());
    }

    private LoadBalancerState state(LoadBalancer found) {
        String arn = found.loadBalancerArn();
        LoadBalancerStateEnum word =
                found.state() == null ? null : found.state().code();
        if (word == LoadBalancerStateEnum.FAILED) {
            return new LoadBalancerState.Broken(
                    arn,
                    "LoadBalancerFailed",
                    "AWS failed to create the load balancer: %s"
                            .formatted(found.state().reason()));
        }
        Optional<String> name = Optional.ofNullable(found.dnsName());
        if (word == LoadBalancerStateEnum.PROVISIONING || word == null) {
            return new LoadBalancerState.Starting(arn, name, "AWS is provisioning the load balancer.");
        }
        if (targetGroup.isEmpty() || listeners.isEmpty()) {
            return new LoadBalancerState.Starting(arn, name, "The load balancer has no listener yet.");
        }
        return new LoadBalancerState.Ready(arn, found.dnsName(), targets.size(), healthy());
    }

    private int healthy() {
        return (int) targets.stream()
                .filter(target ->
                        target.targetHealth() != null && target.targetHealth().state() == TargetHealthStateEnum.HEALTHY)
                .count();
    }
}
