package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.provider.LoadBalancerSpec;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthDescription;

/** Updates the targets of a target group to the desired ones. */
record TargetGroupSynchronizer(ElasticLoadBalancingV2Client elb, String groupArn) {
    /**
     * Registers missing and deregisters surplus targets.
     *
     * @return whether anything changed
     */
    boolean bring(List<TargetHealthDescription> registered, LoadBalancerSpec spec) {
        Set<Target> there = registered.stream()
                .map(found -> new Target(found.target().id(), found.target().port()))
                .collect(Collectors.toSet());
        Set<Target> wanted = spec.targets().stream()
                .map(id -> new Target(instanceId(id), spec.port()))
                .collect(Collectors.toSet());
        List<TargetDescription> missing = without(wanted, there);
        List<TargetDescription> stale = without(there, wanted);
        if (!missing.isEmpty()) {
            AwsErrorMapper.ask(
                    "register targets",
                    () -> elb.registerTargets(
                            request -> request.targetGroupArn(groupArn).targets(missing)));
        }
        if (!stale.isEmpty()) {
            AwsErrorMapper.find(
                    "deregister targets",
                    () -> elb.deregisterTargets(
                            request -> request.targetGroupArn(groupArn).targets(stale)));
        }
        return !missing.isEmpty() || !stale.isEmpty();
    }

    /** Returns the instance ID of a bare ID or of the provider ID of a Kubernetes node, {@code aws:///zone/id}. */
    static String instanceId(String providerId) {
        return providerId.substring(providerId.lastIndexOf('/') + 1);
    }

    private static List<TargetDescription> without(Set<Target> some, Set<Target> others) {
        return some.stream()
                .filter(target -> !others.contains(target))
                .sorted()
                .map(Target::description)
                .toList();
    }

    private record Target(String instanceId, int port) implements Comparable<Target> {
        @Override
        public int compareTo(Target other) {
            return instanceId.compareTo(other.instanceId);
        }

        TargetDescription description() {
            return TargetDescription.builder().id(instanceId).port(port).build();
        }
    }
}
