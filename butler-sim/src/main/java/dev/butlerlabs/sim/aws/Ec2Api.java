package dev.butlerlabs.sim.aws;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The EC2 actions that machines need. */
final class Ec2Api {
    private static final Map<String, Function<AwsNetworkLayout.Subnet, String>> SUBNET_FILTERS = Map.of(
            "vpc-id", AwsNetworkLayout.Subnet::vpc,
            "subnet-id", AwsNetworkLayout.Subnet::id,
            "availability-zone", AwsNetworkLayout.Subnet::zone,
            "state", _ -> "available",
            "default-for-az", _ -> "false");

    private final Ec2Instances instances;
    private final Ec2Volumes volumes;
    private final Ec2Images images;
    private final int pageSize;

    Ec2Api(AwsRegionState cloud, int pageSize) {
        this.instances = new Ec2Instances(cloud, pageSize);
        this.volumes = new Ec2Volumes(cloud, pageSize);
        this.images = new Ec2Images(cloud, pageSize);
        this.pageSize = pageSize;
    }

    /** Returns the content of the response. */
    XmlBuilder answer(AwsCall call) {
        return switch (call.action()) {
            case "RunInstances" -> instances.run(call);
            case "DescribeInstances" -> instances.describe(call);
            case "TerminateInstances" -> instances.terminate(call);
            case "StopInstances" -> instances.stop(call);
            case "StartInstances" -> instances.start(call);
            case "RebootInstances" -> instances.reboot(call);
            case "ModifyInstanceAttribute" -> volumes.modifyInstanceAttribute(call);
            case "DescribeVolumes" -> volumes.describe(call);
            case "DeleteVolume" -> volumes.delete(call);
            case "DescribeNetworkInterfaces" -> volumes.describeCards(call);
            case "DeleteNetworkInterface" -> volumes.deleteCard(call);
            case "DescribeSubnets" -> subnets(call);
            case "DescribeSecurityGroups" -> securityGroups(call);
            case "DescribeImages" -> images.describe(call);
            case "RegisterImage" -> images.register(call);
            case "DeregisterImage" -> images.deregister(call);
            case "DescribeSnapshots" -> images.describeSnapshots(call);
            case "DeleteSnapshot" -> images.deleteSnapshot(call);
            case "DescribeInstanceTypeOfferings" -> offerings(call);
            case "DescribeAvailabilityZones" -> zones();
            default ->
                throw AwsErrorResponse.of(
                        "InvalidAction", "The action %s is not valid for this web service.".formatted(call.action()));
        };
    }

    private XmlBuilder subnets(AwsCall call) {
        List<String> ids = call.list("SubnetId");
        List<AwsNetworkLayout.Subnet> all = new ArrayList<>(AwsNetworkLayout.SUBNETS);
        all.add(AwsNetworkLayout.OTHER_SUBNET);
        ids.forEach(id -> {
            if (all.stream().noneMatch(subnet -> subnet.id().equals(id))) {
                throw AwsErrorResponse.of(
                        "InvalidSubnetID.NotFound", "The subnet ID '%s' does not exist".formatted(id));
            }
        });
        Ec2Filters filters = Ec2Filters.of(call);
        return page(
                call,
                "subnetSet",
                all.stream()
                        .filter(subnet -> ids.isEmpty() || ids.contains(subnet.id()))
                        .filter(subnet -> filters.pass(subnet, Map.of(), SUBNET_FILTERS))
                        .toList(),
                (xml, subnet) -> xml.put("subnetId", subnet.id())
                        .put("state", "available")
                        .put("vpcId", subnet.vpc())
                        .put("cidrBlock", subnet.network())
                        .put("availableIpAddressCount", 4000)
                        .put("availabilityZone", subnet.zone()));
    }

    private XmlBuilder securityGroups(AwsCall call) {
        List<String> ids = call.list("GroupId");
        ids.forEach(id -> {
            if (!AwsNetworkLayout.GROUPS.containsKey(id)) {
                throw AwsErrorResponse.of(
                        "InvalidGroup.NotFound", "The security group '%s' does not exist".formatted(id));
            }
        });
        return page(
                call,
                "securityGroupInfo",
                AwsNetworkLayout.GROUPS.keySet().stream()
                        .filter(id -> ids.isEmpty() || ids.contains(id))
                        .sorted()
                        .toList(),
                (xml, id) -> xml.put("ownerId", AwsNetworkLayout.ACCOUNT)
                        .put("groupId", id)
                        .put("vpcId", AwsNetworkLayout.GROUPS.get(id)));
    }

    private XmlBuilder offerings(AwsCall call) {
        if (!"availability-zone".equals(call.require("LocationType"))) {
            throw AwsErrorResponse.of(
                    "InvalidParameterValue", "The simulator supports only the location type availability-zone.");
        }
        Ec2Filters filters = Ec2Filters.of(call);
        List<String> types = filters.wanted().getOrDefault("instance-type", List.of()).stream()
                .filter(SimulatedInstanceTypes::exists)
                .toList();
        List<List<String>> offers = types.stream()
                .flatMap(type -> AwsNetworkLayout.NAMES.stream().map(zone -> List.of(type, zone)))
                .toList();
        return page(
                call,
                "instanceTypeOfferingSet",
                offers,
                (xml, offer) -> xml.put("instanceType", offer.get(0))
                        .put("locationType", "availability-zone")
                        .put("location", offer.get(1)));
    }

    private static XmlBuilder zones() {
        XmlBuilder xml = new XmlBuilder();
        return xml.in(
                "availabilityZoneInfo",
                () -> AwsNetworkLayout.NAMES.forEach(zone -> xml.in(
                        "item",
                        () -> xml.put("zoneName", zone)
                                .put("zoneState", "available")
                                .put("regionName", AwsNetworkLayout.REGION))));
    }

    private <T> XmlBuilder page(AwsCall call, String element, List<T> all, Writer<T> writer) {
        return page(call, element, all, pageSize, writer);
    }

    static <T> XmlBuilder page(AwsCall call, String element, List<T> all, int pageSize, Writer<T> writer) {
        ResultPage<T> page =
                ResultPage.of(all, call.find("NextToken"), Math.min(pageSize, call.number("MaxResults", pageSize)));
        XmlBuilder xml = new XmlBuilder();
        xml.in(element, () -> page.items().forEach(item -> xml.in("item", () -> writer.write(xml, item))));
        page.next().ifPresent(next -> xml.put("nextToken", next));
        return xml;
    }

    interface Writer<T> {
        void write(XmlBuilder xml, T item);
    }

    static XmlBuilder done() {
        return new XmlBuilder().put("return", "true");
    }
}
