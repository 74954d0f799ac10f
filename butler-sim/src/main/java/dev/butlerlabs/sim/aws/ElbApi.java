package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedLoadBalancers.Balancer;
import dev.butlerlabs.sim.aws.SimulatedLoadBalancers.Group;
import dev.butlerlabs.sim.aws.SimulatedLoadBalancers.Health;
import dev.butlerlabs.sim.aws.SimulatedLoadBalancers.Listener;
import dev.butlerlabs.sim.aws.SimulatedLoadBalancers.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The Elastic Load Balancing actions that network load balancers need. */
final class ElbApi {
    private static final int MOST_TAGGED_AT_ONCE = 20;

    private final SimulatedLoadBalancers balancers;
    private final int pageSize;

    ElbApi(SimulatedLoadBalancers balancers, int pageSize) {
        this.balancers = balancers;
        this.pageSize = pageSize;
    }

    /** Returns the content of the result. */
    XmlBuilder answer(AwsCall call) {
        return switch (call.action()) {
            case "CreateLoadBalancer" -> createBalancer(call);
            case "DescribeLoadBalancers" -> describeBalancers(call);
            case "ModifyLoadBalancerAttributes" -> {
                Balancer balancer = balancers.balancer(call.require("LoadBalancerArn"));
                yield modify(call, balancer.attributes());
            }
            case "DeleteLoadBalancer" -> {
                balancers.removeBalancer(call.require("LoadBalancerArn"));
                yield new XmlBuilder();
            }
            case "CreateTargetGroup" -> createGroup(call);
            case "DescribeTargetGroups" -> describeGroups(call);
            case "ModifyTargetGroupAttributes" -> {
                Group group = balancers.group(call.require("TargetGroupArn"));
                yield modify(call, group.attributes());
            }
            case "DeleteTargetGroup" -> {
                balancers.removeGroup(call.require("TargetGroupArn"));
                yield new XmlBuilder();
            }
            case "CreateListener" -> createListener(call);
            case "DescribeListeners" -> describeListeners(call);
            case "DeleteListener" -> {
                balancers.removeListener(call.require("ListenerArn"));
                yield new XmlBuilder();
            }
            case "RegisterTargets" -> {
                balancers.register(call.require("TargetGroupArn"), targets(call));
                yield new XmlBuilder();
            }
            case "DeregisterTargets" -> {
                balancers.deregister(call.require("TargetGroupArn"), targets(call));
                yield new XmlBuilder();
            }
            case "DescribeTargetHealth" -> health(call);
            case "DescribeTags" -> tags(call);
            default ->
                throw AwsErrorResponse.of("InvalidAction", "Could not find operation %s".formatted(call.action()));
        };
    }

    private XmlBuilder createBalancer(AwsCall call) {
        if (!"network".equals(call.require("Type"))) {
            throw AwsErrorResponse.of("ValidationError", "The simulator supports only network load balancers.");
        }
        List<String> asked = call.list("Subnets.member");
        List<AwsNetworkLayout.Subnet> subnets = AwsNetworkLayout.SUBNETS.stream()
                .filter(subnet -> asked.contains(subnet.id()))
                .toList();
        if (subnets.size() != asked.size() || subnets.isEmpty()) {
            throw AwsErrorResponse.of("SubnetNotFound", "The subnets %s are not known".formatted(asked));
        }
        String scheme = call.find("Scheme").orElse("internet-facing");
        Balancer made = balancers.makeBalancer(call.require("Name"), scheme, subnets, call.tags("Tags.member"));
        XmlBuilder xml = new XmlBuilder();
        return xml.in("LoadBalancers", () -> xml.in("member", () -> balancer(xml, made)));
    }

    private XmlBuilder describeBalancers(AwsCall call) {
        List<String> names = call.list("Names.member");
        names.forEach(name -> {
            if (balancers.byName(name).isEmpty()) {
                throw AwsErrorResponse.of("LoadBalancerNotFound", "Load balancers '[%s]' not found".formatted(name));
            }
        });
        List<String> arns = call.list("LoadBalancerArns.member");
        rejectBoth(names, arns);
        arns.forEach(balancers::balancer);
        List<Balancer> found = balancers.balancers().stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .filter(one -> arns.isEmpty() || arns.contains(one.arn()))
                .toList();
        return page(call, "LoadBalancers", found, ElbApi::balancer);
    }

    private static void rejectBoth(List<String> names, List<String> arns) {
        if (!names.isEmpty() && !arns.isEmpty()) {
            throw AwsErrorResponse.of("ValidationError", "Names and ARNs cannot be specified together");
        }
    }

    /** Returns whether a listener of the load balancer forwards to the group. */
    private boolean isTarget(Group group, String balancerArn) {
        return balancers.listeners(balancerArn).stream()
                .anyMatch(listener -> listener.group().arn().equals(group.arn()));
    }

    private static void balancer(XmlBuilder xml, Balancer balancer) {
        xml.put("LoadBalancerArn", balancer.arn())
                .put("LoadBalancerName", balancer.name())
                .put("DNSName", balancer.address())
                .put("Scheme", balancer.scheme())
                .put("Type", "network")
                .put("VpcId", AwsNetworkLayout.VPC)
                .in("State", () -> xml.put("Code", balancer.state()));
    }

    private static XmlBuilder modify(AwsCall call, Map<String, String> attributes) {
        for (int i = 1; i <= call.count("Attributes.member"); i++) {
            String prefix = "Attributes.member." + i + ".";
            attributes.put(call.require(prefix + "Key"), call.require(prefix + "Value"));
        }
        return new XmlBuilder();
    }

    private XmlBuilder createGroup(AwsCall call) {
        if (!"TCP".equals(call.require("Protocol")) || !"instance".equals(call.require("TargetType"))) {
            throw AwsErrorResponse.of(
                    "ValidationError", "The simulator supports only TCP target groups with instance targets.");
        }
        if (!AwsNetworkLayout.VPC.equals(call.require("VpcId"))) {
            throw AwsErrorResponse.of("ValidationError", "The VPC is not known.");
        }
        Health health = new Health(
                call.find("HealthCheckProtocol").orElse("TCP"),
                call.find("HealthCheckPort").orElse("traffic-port"),
                call.number("HealthCheckIntervalSeconds", 30),
                call.number("HealthyThresholdCount", 5),
                call.number("UnhealthyThresholdCount", 2));
        Group made =
                balancers.makeGroup(call.require("Name"), call.number("Port", 0), health, call.tags("Tags.member"));
        XmlBuilder xml = new XmlBuilder();
        return xml.in("TargetGroups", () -> xml.in("member", () -> group(xml, made)));
    }

    private XmlBuilder describeGroups(AwsCall call) {
        List<String> names = call.list("Names.member");
        names.forEach(name -> {
            if (balancers.groupByName(name).isEmpty()) {
                throw AwsErrorResponse.of("TargetGroupNotFound", "One or more target groups not found");
            }
        });
        List<String> arns = call.list("TargetGroupArns.member");
        Optional<String> balancer = call.find("LoadBalancerArn");
        rejectBoth(names, arns);
        arns.forEach(balancers::group);
        List<Group> found = balancers.groups().stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .filter(one -> arns.isEmpty() || arns.contains(one.arn()))
                .filter(one -> balancer.isEmpty() || isTarget(one, balancer.get()))
                .toList();
        return page(call, "TargetGroups", found, ElbApi::group);
    }

    private static void group(XmlBuilder xml, Group group) {
        xml.put("TargetGroupArn", group.arn())
                .put("TargetGroupName", group.name())
                .put("Protocol", "TCP")
                .put("Port", group.port())
                .put("VpcId", AwsNetworkLayout.VPC)
                .put("HealthCheckProtocol", group.health().protocol())
                .put("HealthCheckPort", group.health().port())
                .put("HealthCheckIntervalSeconds", group.health().interval())
                .put("HealthyThresholdCount", group.health().well())
                .put("UnhealthyThresholdCount", group.health().ill())
                .put("TargetType", "instance");
    }

    private XmlBuilder createListener(AwsCall call) {
        if (!"TCP".equals(call.require("Protocol"))
                || !"forward".equals(call.require("DefaultActions.member.1.Type"))) {
            throw AwsErrorResponse.of("ValidationError", "The simulator supports only TCP listeners that forward.");
        }
        Listener made = balancers.makeListener(
                call.require("LoadBalancerArn"),
                Integer.parseInt(call.require("Port")),
                call.require("DefaultActions.member.1.TargetGroupArn"));
        XmlBuilder xml = new XmlBuilder();
        return xml.in("Listeners", () -> xml.in("member", () -> listener(xml, made)));
    }

    private XmlBuilder describeListeners(AwsCall call) {
        List<String> arns = call.list("ListenerArns.member");
        List<Listener> found = arns.isEmpty()
                ? balancers.listeners(call.require("LoadBalancerArn"))
                : arns.stream().map(balancers::listener).toList();
        return page(call, "Listeners", found, ElbApi::listener);
    }

    private static void listener(XmlBuilder xml, Listener listener) {
        xml.put("ListenerArn", listener.arn())
                .put("LoadBalancerArn", listener.balancer().arn())
                .put("Protocol", "TCP")
                .put("Port", listener.port())
                .in(
                        "DefaultActions",
                        () -> xml.in(
                                "member",
                                () -> xml.put("Type", "forward")
                                        .put("TargetGroupArn", listener.group().arn())));
    }

    private static List<Target> targets(AwsCall call) {
        List<Target> targets = new ArrayList<>();
        for (int i = 1; i <= call.count("Targets.member"); i++) {
            String prefix = "Targets.member." + i + ".";
            targets.add(new Target(call.require(prefix + "Id"), Integer.parseInt(call.require(prefix + "Port"))));
        }
        return targets;
    }

    private XmlBuilder health(AwsCall call) {
        String group = call.require("TargetGroupArn");
        List<Target> targets = balancers.targets(group);
        XmlBuilder xml = new XmlBuilder();
        return xml.in(
                "TargetHealthDescriptions",
                () -> targets.forEach(target -> xml.in(
                        "member",
                        () -> xml.in(
                                        "Target",
                                        () -> xml.put("Id", target.instance()).put("Port", target.port()))
                                .in("TargetHealth", () -> xml.put("State", balancers.health(group, target))))));
    }

    private XmlBuilder tags(AwsCall call) {
        List<String> arns = call.list("ResourceArns.member");
        if (arns.size() > MOST_TAGGED_AT_ONCE) {
            throw AwsErrorResponse.of("ValidationError", "The number of resources must not exceed 20.");
        }
        XmlBuilder xml = new XmlBuilder();
        return xml.in(
                "TagDescriptions",
                () -> arns.forEach(arn -> {
                    Map<String, String> tags = balancers
                            .tags(arn)
                            .orElseThrow(() -> AwsErrorResponse.of(
                                    arn.contains(":targetgroup/") ? "TargetGroupNotFound" : "LoadBalancerNotFound",
                                    "'%s' not found".formatted(arn)));
                    xml.in(
                            "member",
                            () -> xml.put("ResourceArn", arn)
                                    .in(
                                            "Tags",
                                            () -> tags.forEach((key, value) -> xml.in(
                                                    "member",
                                                    () -> xml.put("Key", key).put("Value", value)))));
                }));
    }

    private <T> XmlBuilder page(AwsCall call, String element, List<T> all, Ec2Api.Writer<T> writer) {
        ResultPage<T> page =
                ResultPage.of(all, call.find("Marker"), Math.min(pageSize, call.number("PageSize", pageSize)));
        XmlBuilder xml = new XmlBuilder();
        xml.in(element, () -> page.items().forEach(item -> xml.in("member", () -> writer.write(xml, item))));
        page.next().ifPresent(next -> xml.put("NextMarker", next));
        return xml;
    }
}
