package dev.butlerlabs.core.provider.aws;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.LoadBalancerId;
import dev.butlerlabs.core.provider.LoadBalancerOperations;
import dev.butlerlabs.core.provider.LoadBalancerSpec;
import dev.butlerlabs.core.provider.LoadBalancerState;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.ec2.model.Subnet;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Action;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ActionTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Listener;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancer;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerAttribute;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerSchemeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.LoadBalancerTypeEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.ProtocolEnum;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.Tag;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroup;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetGroupAttribute;
import software.amazon.awssdk.services.elasticloadbalancingv2.model.TargetTypeEnum;

/** Manages a network load balancer, a target group and a listener for each control plane. */
final class NetworkLoadBalancerOperations implements LoadBalancerOperations {
    private static final int SECONDS_BETWEEN_CHECKS = 10;
    private static final int WELL_AFTER = 2;
    private static final int ILL_AFTER = 3;

    private final ElasticLoadBalancingV2Client elb;
    private final LoadBalancerReader look;
    private final AwsSettings settings;
    private final SubnetResolver network;

    NetworkLoadBalancerOperations(
            ElasticLoadBalancingV2Client elb, LoadBalancerReader look, AwsSettings settings, SubnetResolver network) {
        this.elb = elb;
        this.look = look;
        this.settings = settings;
        this.network = network;
    }

    @Override
    public LoadBalancerState observe(LoadBalancerId id) {
        return look.ours(id).state();
    }

    @Override
    public LoadBalancerState ensure(LoadBalancerSpec spec) {
        LoadBalancerNames names = requireRoom(LoadBalancerNames.of(spec.id()), spec.id());
        ObservedLoadBalancer parts = look.oursAlone(spec.id());
        TargetGroup group = parts.targetGroup().orElseGet(() -> makeTargetGroup(spec, names));
        LoadBalancer balancer = parts.balancer().orElseGet(() -> makeBalancer(spec, names));
        ensureListener(spec, parts.listeners(), balancer, group);
        boolean changed = new TargetGroupSynchronizer(elb, group.targetGroupArn()).bring(parts.targets(), spec);
        return changed || parts.balancer().isEmpty() || parts.listeners().isEmpty()
                ? observe(spec.id())
                : parts.state();
    }

    private static LoadBalancerNames requireRoom(LoadBalancerNames names, LoadBalancerId id) {
        if (id.cluster().length() > LoadBalancerNames.LONGEST_CLUSTER_NAME) {
            throw new ButlerException(
                    ErrorCode.INVALID_INPUT,
                    "The cluster name %s is too long for a load balancer name.".formatted(id.cluster()),
                    "Maximum length: %d characters.".formatted(LoadBalancerNames.LONGEST_CLUSTER_NAME));
        }
        return names;
    }

    private TargetGroup makeTargetGroup(LoadBalancerSpec spec, LoadBalancerNames names) {
        return ask(
                "create the target group " + names.targetGroup(),
                () -> elb.createTargetGroup(request -> request.name(names.targetGroup())
                                .protocol(ProtocolEnum.TCP)
                                .port(spec.port())
                                .vpcId(network.subnets().vpc())
                                .targetType(TargetTypeEnum.INSTANCE)
                                .healthCheckProtocol(ProtocolEnum.TCP)
                                .healthCheckPort(Integer.toString(spec.healthCheckPort()))
                                .healthCheckIntervalSeconds(SECONDS_BETWEEN_CHECKS)
                                .healthyThresholdCount(WELL_AFTER)
                                .unhealthyThresholdCount(ILL_AFTER)
                                .tags(tags(spec.id())))
                        .targetGroups()
                        .getFirst());
    }

    private LoadBalancer makeBalancer(LoadBalancerSpec spec, LoadBalancerNames names) {
        List<String> subnets =
                network.subnets().oneOfEachZone().stream().map(Subnet::subnetId).toList();
        return ask(
                "create the load balancer " + names.balancer(),
                () -> elb.createLoadBalancer(request -> request.name(names.balancer())
                                .type(LoadBalancerTypeEnum.NETWORK)
                                .scheme(
                                        settings.internalBalancer()
                                                ? LoadBalancerSchemeEnum.INTERNAL
                                                : LoadBalancerSchemeEnum.INTERNET_FACING)
                                .subnets(subnets)
                                .tags(tags(spec.id())))
                        .loadBalancers()
                        .getFirst());
    }

    /** Creates the listener last: while it is missing, the load balancer is not complete. */
    private void ensureListener(
            LoadBalancerSpec spec, List<Listener> listeners, LoadBalancer balancer, TargetGroup group) {
        listeners.stream().filter(listener -> listener.port() != spec.port()).forEach(this::remove);
        if (listeners.stream().noneMatch(listener -> listener.port() == spec.port())) {
            setUp(balancer, group);
            ask(
                    "create a listener on port " + spec.port(),
                    () -> elb.createListener(request -> request.loadBalancerArn(balancer.loadBalancerArn())
                            .protocol(ProtocolEnum.TCP)
                            .port(spec.port())
                            .defaultActions(List.of(Action.builder()
                                    .type(ActionTypeEnum.FORWARD)
                                    .targetGroupArn(group.targetGroupArn())
                                    .build()))));
        }
    }

    /**
     * Configures the target group. Client addresses are not preserved: otherwise a control plane machine that connects to itself
     * through the load balancer would drop its own packets. Cross-zone load balancing is enabled, since a zone can be without
     * machines.
     */
    private void setUp(LoadBalancer balancer, TargetGroup group) {
        ask(
                "configure a target group",
                () -> elb.modifyTargetGroupAttributes(request -> request.targetGroupArn(group.targetGroupArn())
                        .attributes(List.of(TargetGroupAttribute.builder()
                                .key("preserve_client_ip.enabled")
                                .value("false")
                                .build()))));
        ask(
                "configure a load balancer",
                () -> elb.modifyLoadBalancerAttributes(request -> request.loadBalancerArn(balancer.loadBalancerArn())
                        .attributes(List.of(LoadBalancerAttribute.builder()
                                .key("load_balancing.cross_zone.enabled")
                                .value("true")
                                .build()))));
    }

    /** Deletes the parts. A target group that is still in use is deleted by a later call; {@link #observe} reports it. */
    @Override
    public void delete(LoadBalancerId id) {
        ObservedLoadBalancer parts = look.ours(id);
        parts.listeners().forEach(this::remove);
        parts.balancer().ifPresent(balancer -> removeBalancer(balancer.loadBalancerArn()));
        parts.targetGroup().ifPresent(group -> {
            try {
                removeTargetGroup(group.targetGroupArn());
            } catch (ButlerException e) {
                if (e.code() != ErrorCode.CONFLICT) {
                    throw e;
                }
            }
        });
    }

    private void remove(Listener listener) {
        AwsErrorMapper.find(
                "delete a listener", () -> elb.deleteListener(request -> request.listenerArn(listener.listenerArn())));
    }

    void removeBalancer(String arn) {
        AwsErrorMapper.find(
                "delete a load balancer", () -> elb.deleteLoadBalancer(request -> request.loadBalancerArn(arn)));
    }

    void removeTargetGroup(String arn) {
        AwsErrorMapper.find(
                "delete a target group", () -> elb.deleteTargetGroup(request -> request.targetGroupArn(arn)));
    }

    private static <T> T ask(String purpose, Supplier<T> call) {
        return AwsErrorMapper.ask(purpose, call);
    }

    private static List<Tag> tags(LoadBalancerId id) {
        return OwnershipTagMapper.of(id).entrySet().stream()
                .map(mark ->
                        Tag.builder().key(mark.getKey()).value(mark.getValue()).build())
                .toList();
    }
}
