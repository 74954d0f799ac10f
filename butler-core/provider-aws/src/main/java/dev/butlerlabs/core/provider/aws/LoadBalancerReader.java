package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.OwnerId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Listener;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Tag;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TagDescription;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetHealthDescription;

/** Reads load balancers and their parts, and determines their owner. */
final class LoadBalancerReader {
    /** Maximum number of resources per request for tags. */
    private static final int TAGS_AT_ONCE = 20;

    private final ElasticLoadBalancingV2Client elb;

    LoadBalancerReader(ElasticLoadBalancingV2Client elb) {
        this.elb = elb;
    }

    /** Returns the parts that belong to this owner. */
    ObservedLoadBalancer ours(LoadBalancerId id) {
        LoadBalancerNames names = LoadBalancerNames.of(id);
        return parts(
                balancer(names.balancer()).filter(found -> isOf(id, found.loadBalancerArn())),
                targetGroup(names.targetGroup()).filter(found -> isOf(id, found.targetGroupArn())));
    }

    /**
     * Returns the parts that belong to this owner.
     *
     * @throws ButlerException if a resource of another owner has one of the names
     */
    ObservedLoadBalancer oursAlone(LoadBalancerId id) {
        LoadBalancerNames names = LoadBalancerNames.of(id);
        Optional<LoadBalancer> balancer = balancer(names.balancer());
        Optional<TargetGroup> group = targetGroup(names.targetGroup());
        balancer.ifPresent(found -> requireOurs(id, "load balancer " + names.balancer(), found.loadBalancerArn()));
        group.ifPresent(found -> requireOurs(id, "target group " + names.targetGroup(), found.targetGroupArn()));
        return parts(balancer, group);
    }

    private void requireOurs(LoadBalancerId id, String what, String arn) {
        if (!isOf(id, arn)) {
            throw new ButlerException(
                    ErrorCode.FOREIGN_RESOURCE,
                    "The %s already exists and does not belong to this cluster.".formatted(what));
        }
    }

    private ObservedLoadBalancer parts(Optional<LoadBalancer> balancer, Optional<TargetGroup> group) {
        return new ObservedLoadBalancer(
                balancer,
                group,
                balancer.map(found -> listeners(found.loadBalancerArn())).orElse(List.of()),
                group.map(found -> targets(found.targetGroupArn())).orElse(List.of()));
    }

    Optional<LoadBalancer> balancer(String name) {
        return AwsErrorMapper.find(
                        "describe the load balancer " + name,
                        () -> elb.describeLoadBalancers(request -> request.names(name)))
                .flatMap(answer -> answer.loadBalancers().stream().findFirst());
    }

    Optional<TargetGroup> targetGroup(String name) {
        return AwsErrorMapper.find(
                        "describe the target group " + name,
                        () -> elb.describeTargetGroups(request -> request.names(name)))
                .flatMap(answer -> answer.targetGroups().stream().findFirst());
    }

    private List<Listener> listeners(String balancerArn) {
        return AwsErrorMapper.find(
                        "list the listeners of a load balancer",
                        () -> elb
                                .describeListenersPaginator(request -> request.loadBalancerArn(balancerArn))
                                .listeners()
                                .stream()
                                .toList())
                .orElse(List.of());
    }

    private List<TargetHealthDescription> targets(String groupArn) {
        return AwsErrorMapper.find(
                        "get the health of targets",
                        () -> elb.describeTargetHealth(request -> request.targetGroupArn(groupArn))
                                .targetHealthDescriptions())
                .orElse(List.of());
    }

    boolean isOf(LoadBalancerId id, String arn) {
        return Optional.ofNullable(owners(List.of(arn)).get(arn))
                .filter(id.owner()::equals)
                .isPresent();
    }

    /** Returns the owner of each resource that belongs to Butler. */
    Map<String, OwnerId> owners(List<String> arns) {
        Map<String, OwnerId> owners = new HashMap<>();
        for (int start = 0; start < arns.size(); start += TAGS_AT_ONCE) {
            List<String> some = arns.subList(start, Math.min(arns.size(), start + TAGS_AT_ONCE));
            tags(some)
                    .forEach(found -> OwnershipTagMapper.owner(read(found.tags()))
                            .ifPresent(owner -> owners.put(found.resourceArn(), owner)));
        }
        return owners;
    }

    /** Returns the tags. A resource that was deleted meanwhile has no owner. */
    private List<TagDescription> tags(List<String> arns) {
        return AwsErrorMapper.find(
                        "read tags of load balancers",
                        () -> elb.describeTags(request -> request.resourceArns(arns))
                                .tagDescriptions())
                .orElse(List.of());
    }

    private static Map<String, String> read(List<Tag> tags) {
        return tags.stream().collect(Collectors.toMap(Tag::key, Tag::value, (first, _) -> first));
    }

    List<LoadBalancer> allBalancers() {
        return AwsErrorMapper.ask(
                "list load balancers",
                () -> new ArrayList<>(elb.describeLoadBalancersPaginator().loadBalancers().stream()
                        .toList()));
    }

    List<TargetGroup> allTargetGroups() {
        return AwsErrorMapper.ask(
                "list target groups",
                () -> new ArrayList<>(elb.describeTargetGroupsPaginator().targetGroups().stream()
                        .toList()));
    }
}
