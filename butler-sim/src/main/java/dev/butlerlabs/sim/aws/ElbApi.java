package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.CloudBalancers.Balancer;
import dev.butlerlabs.sim.aws.CloudBalancers.Group;
import dev.butlerlabs.sim.aws.CloudBalancers.Health;
import dev.butlerlabs.sim.aws.CloudBalancers.Listener;
import dev.butlerlabs.sim.aws.CloudBalancers.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The Elastic Load Balancing actions that network load balancers need. */
final class ElbApi {
    private static final int MOST_TAGGED_AT_ONCE = 20;

    private final CloudBalancers balancers;
    private final int pageSize;

    ElbApi(CloudBalancers balancers, int pageSize) {
        this.balancers = balancers;
        this.pageSize = pageSize;
    }

    /** Returns the content of the result. */
    Xml answer(Call call) {
        return switch (call.action()) {
            case "CreateLoadBalancer" -> createBalancer(call);
            case "DescribeLoadBalancers" -> describeBalancers(call);
            case "ModifyLoadBalancerAttributes" -> {
                Balancer balancer = balancers.balancer(call.require("LoadBalancerArn"));
                yield modify(call, balancer.attributes());
            }
            case "DeleteLoadBalancer" -> {
                balancers.removeBalancer(call.require("LoadBalancerArn"));
                yield new Xml();
            }
            case "CreateTargetGroup" -> createGroup(call);
            case "DescribeTargetGroups" -> describeGroups(call);
            case "ModifyTargetGroupAttributes" -> {
                Group group = balancers.group(call.require("TargetGroupArn"));
                yield modify(call, group.attributes());
            }
            case "DeleteTargetGroup" -> {
                balancers.removeGroup(call.require("TargetGroupArn"));
                yield new Xml();
            }
            case "CreateListener" -> createListener(call);
            case "DescribeListeners" -> describeListeners(call);
            case "DeleteListener" -> {
                balancers.removeListener(call.require("ListenerArn"));
                yield new Xml();
            }
            case "RegisterTargets" -> {
                balancers.register(call.require("TargetGroupArn"), targets(call));
                yield new Xml();
            }
            case "DeregisterTargets" -> {
                balancers.deregister(call.require("TargetGroupArn"), targets(call));
                yield new Xml();
            }
            case "DescribeTargetHealth" -> health(call);
            case "DescribeTags" -> tags(call);
            default -> throw AwsRefusal.of("InvalidAction", "Could not find operation %s".formatted(call.action()));
        };
    }

    private Xml createBalancer(Call call) {
        if (!"network".equals(call.require("Type"))) {
            throw AwsRefusal.of("ValidationError", "The simulator supports only network load balancers.");
        }
        List<String> asked = call.list("Subnets.member");
        List<Zones.Subnet> subnets = Zones.SUBNETS.stream()
                .filter(subnet -> asked.contains(subnet.id()))
                .toList();
        if (subnets.size() != asked.size() || subnets.isEmpty()) {
            throw AwsRefusal.of("SubnetNotFound", "The subnets %s are not known".formatted(asked));
        }
        String scheme = call.find("Scheme").orElse("internet-facing");
        Balancer made = balancers.makeBalancer(call.require("Name"), scheme, subnets, call.tags("Tags.member"));
        Xml xml = new Xml();
        return xml.in("LoadBalancers", () -> xml.in("member", () -> balancer(xml, made)));
    }

    private Xml describeBalancers(Call call) {
        List<String> names = call.list("Names.member");
        names.forEach(name -> {
            if (balancers.byName(name).isEmpty()) {
                throw AwsRefusal.of("LoadBalancerNotFound", "Load balancers '[%s]' not found".formatted(name));
            }
        });
        List<Balancer> found = balancers.balancers().stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .toList();
        return page(call, "LoadBalancers", found, ElbApi::balancer);
    }

    private static void balancer(Xml xml, Balancer balancer) {
        xml.put("LoadBalancerArn", balancer.arn())
                .put("LoadBalancerName", balancer.name())
                .put("DNSName", balancer.address())
                .put("Scheme", balancer.scheme())
                .put("Type", "network")
                .put("VpcId", Zones.VPC)
                .in("State", () -> xml.put("Code", balancer.state()));
    }

    private static Xml modify(Call call, Map<String, String> attributes) {
        for (int i = 1; i <= call.count("Attributes.member"); i++) {
            String prefix = "Attributes.member." + i + ".";
            attributes.put(call.require(prefix + "Key"), call.require(prefix + "Value"));
        }
        return new Xml();
    }

    private Xml createGroup(Call call) {
        if (!"TCP".equals(call.require("Protocol")) || !"instance".equals(call.require("TargetType"))) {
            throw AwsRefusal.of(
                    "ValidationError", "The simulator supports only TCP target groups with instance targets.");
        }
        if (!Zones.VPC.equals(call.require("VpcId"))) {
            throw AwsRefusal.of("ValidationError", "The VPC is not known.");
        }
        Health health = new Health(
                call.find("HealthCheckProtocol").orElse("TCP"),
                call.find("HealthCheckPort").orElse("traffic-port"),
                call.number("HealthCheckIntervalSeconds", 30),
                call.number("HealthyThresholdCount", 5),
                call.number("UnhealthyThresholdCount", 2));
        Group made =
                balancers.makeGroup(call.require("Name"), call.number("Port", 0), health, call.tags("Tags.member"));
        Xml xml = new Xml();
        return xml.in("TargetGroups", () -> xml.in("member", () -> group(xml, made)));
    }

    private Xml describeGroups(Call call) {
        List<String> names = call.list("Names.member");
        names.forEach(name -> {
            if (balancers.groupByName(name).isEmpty()) {
                throw AwsRefusal.of("TargetGroupNotFound", "One or more target groups not found");
            }
        });
        List<Group> found = balancers.groups().stream()
                .filter(one -> names.isEmpty() || names.contains(one.name()))
                .toList();
        return page(call, "TargetGroups", found, ElbApi::group);
    }

    private static void group(Xml xml, Group group) {
        xml.put("TargetGroupArn", group.arn())
                .put("TargetGroupName", group.name())
                .put("Protocol", "TCP")
                .put("Port", group.port())
                .put("VpcId", Zones.VPC)
                .put("HealthCheckProtocol", group.health().protocol())
                .put("HealthCheckPort", group.health().port())
                .put("HealthCheckIntervalSeconds", group.health().interval())
                .put("HealthyThresholdCount", group.health().well())
                .put("UnhealthyThresholdCount", group.health().ill())
                .put("TargetType", "instance");
    }

    private Xml createListener(Call call) {
        if (!"TCP".equals(call.require("Protocol"))
                || !"forward".equals(call.require("DefaultActions.member.1.Type"))) {
            throw AwsRefusal.of("ValidationError", "The simulator supports only TCP listeners that forward.");
        }
        Listener made = balancers.makeListener(
                call.require("LoadBalancerArn"),
                Integer.parseInt(call.require("Port")),
                call.require("DefaultActions.member.1.TargetGroupArn"));
        Xml xml = new Xml();
        return xml.in("Listeners", () -> xml.in("member", () -> listener(xml, made)));
    }

    private Xml describeListeners(Call call) {
        return page(call, "Listeners", balancers.listeners(call.require("LoadBalancerArn")), ElbApi::listener);
    }

    private static void listener(Xml xml, Listener listener) {
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

    private static List<Target> targets(Call call) {
        List<Target> targets = new ArrayList<>();
        for (int i = 1; i <= call.count("Targets.member"); i++) {
            String prefix = "Targets.member." + i + ".";
            targets.add(new Target(call.require(prefix + "Id"), Integer.parseInt(call.require(prefix + "Port"))));
        }
        return targets;
    }

    private Xml health(Call call) {
        String group = call.require("TargetGroupArn");
        List<Target> targets = balancers.targets(group);
        Xml xml = new Xml();
        return xml.in(
                "TargetHealthDescriptions",
                () -> targets.forEach(target -> xml.in(
                        "member",
                        () -> xml.in(
                                        "Target",
                                        () -> xml.put("Id", target.instance()).put("Port", target.port()))
                                .in("TargetHealth", () -> xml.put("State", balancers.health(group, target))))));
    }

    private Xml tags(Call call) {
        List<String> arns = call.list("ResourceArns.member");
        if (arns.size() > MOST_TAGGED_AT_ONCE) {
            throw AwsRefusal.of("ValidationError", "The number of resources must not exceed 20.");
        }
        Xml xml = new Xml();
        return xml.in(
                "TagDescriptions",
                () -> arns.forEach(arn -> {
                    Map<String, String> tags = balancers
                            .tags(arn)
                            .orElseThrow(() -> AwsRefusal.of(
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

    private <T> Xml page(Call call, String element, List<T> all, Ec2Api.Writer<T> writer) {
        Page<T> page = Page.of(all, call.find("Marker"), Math.min(pageSize, call.number("PageSize", pageSize)));
        Xml xml = new Xml();
        xml.in(element, () -> page.items().forEach(item -> xml.in("member", () -> writer.write(xml, item))));
        page.next().ifPresent(next -> xml.put("NextMarker", next));
        return xml;
    }
}
