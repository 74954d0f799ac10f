package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.CloudImages.CloudImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The EC2 actions that machines need. */
final class Ec2Api {
    private static final Map<String, Function<Zones.Subnet, String>> SUBNET_FILTERS = Map.of(
            "vpc-id", Zones.Subnet::vpc,
            "subnet-id", Zones.Subnet::id,
            "availability-zone", Zones.Subnet::zone,
            "state", _ -> "available",
            "default-for-az", _ -> "false");

    private static final Map<String, Function<CloudImage, String>> IMAGE_FILTERS = Map.of(
            "name", CloudImage::name,
            "architecture", CloudImage::architecture,
            "state", _ -> "available");

    private final Ec2Instances instances;
    private final Ec2Volumes volumes;
    private final int pageSize;

    Ec2Api(Cloud cloud, int pageSize) {
        this.instances = new Ec2Instances(cloud, pageSize);
        this.volumes = new Ec2Volumes(cloud, pageSize);
        this.pageSize = pageSize;
    }

    /** Returns the content of the response. */
    Xml answer(Call call) {
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
            case "DescribeImages" -> images(call);
            case "DescribeInstanceTypeOfferings" -> offerings(call);
            case "DescribeAvailabilityZones" -> zones();
            default ->
                throw AwsRefusal.of(
                        "InvalidAction", "The action %s is not valid for this web service.".formatted(call.action()));
        };
    }

    private Xml subnets(Call call) {
        List<String> ids = call.list("SubnetId");
        List<Zones.Subnet> all = new ArrayList<>(Zones.SUBNETS);
        all.add(Zones.OTHER_SUBNET);
        ids.forEach(id -> {
            if (all.stream().noneMatch(subnet -> subnet.id().equals(id))) {
                throw AwsRefusal.of("InvalidSubnetID.NotFound", "The subnet ID '%s' does not exist".formatted(id));
            }
        });
        Filters filters = Filters.of(call);
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

    private Xml securityGroups(Call call) {
        List<String> ids = call.list("GroupId");
        ids.forEach(id -> {
            if (!Zones.GROUPS.containsKey(id)) {
                throw AwsRefusal.of("InvalidGroup.NotFound", "The security group '%s' does not exist".formatted(id));
            }
        });
        return page(
                call,
                "securityGroupInfo",
                Zones.GROUPS.keySet().stream()
                        .filter(id -> ids.isEmpty() || ids.contains(id))
                        .sorted()
                        .toList(),
                (xml, id) ->
                        xml.put("ownerId", Zones.ACCOUNT).put("groupId", id).put("vpcId", Zones.GROUPS.get(id)));
    }

    private Xml images(Call call) {
        List<String> ids = call.list("ImageId");
        List<String> owners = call.list("Owner");
        ids.forEach(id -> {
            if (CloudImages.ALL.stream().noneMatch(image -> image.id().equals(id))) {
                throw AwsRefusal.of("InvalidAMIID.NotFound", "The image id '[%s]' does not exist".formatted(id));
            }
        });
        Filters filters = Filters.of(call);
        return page(
                call,
                "imagesSet",
                CloudImages.ALL.stream()
                        .filter(image -> ids.isEmpty() || ids.contains(image.id()))
                        .filter(image -> owners.isEmpty()
                                || owners.contains(image.owner())
                                || (owners.contains("self") && image.owner().equals(Zones.ACCOUNT)))
                        .filter(image -> filters.pass(image, Map.of(), IMAGE_FILTERS))
                        .toList(),
                Ec2Api::image);
    }

    private static void image(Xml xml, CloudImage image) {
        xml.put("imageId", image.id())
                .put("name", image.name())
                .put("imageOwnerId", image.owner())
                .put("imageState", "available")
                .put("architecture", image.architecture())
                .put("creationDate", image.created())
                .put("rootDeviceType", "ebs")
                .put("rootDeviceName", "/dev/xvda")
                .in(
                        "blockDeviceMapping",
                        () -> xml.in(
                                "item",
                                () -> xml.put("deviceName", "/dev/xvda")
                                        .in(
                                                "ebs",
                                                () -> xml.put("volumeSize", image.rootGiB())
                                                        .put("volumeType", "gp3"))));
    }

    private Xml offerings(Call call) {
        if (!"availability-zone".equals(call.require("LocationType"))) {
            throw AwsRefusal.of(
                    "InvalidParameterValue", "The simulator supports only the location type availability-zone.");
        }
        Filters filters = Filters.of(call);
        List<String> types = filters.wanted().getOrDefault("instance-type", List.of()).stream()
                .filter(CloudInstanceTypes::exists)
                .toList();
        List<List<String>> offers = types.stream()
                .flatMap(type -> Zones.NAMES.stream().map(zone -> List.of(type, zone)))
                .toList();
        return page(
                call,
                "instanceTypeOfferingSet",
                offers,
                (xml, offer) -> xml.put("instanceType", offer.get(0))
                        .put("locationType", "availability-zone")
                        .put("location", offer.get(1)));
    }

    private static Xml zones() {
        Xml xml = new Xml();
        return xml.in(
                "availabilityZoneInfo",
                () -> Zones.NAMES.forEach(zone -> xml.in(
                        "item",
                        () -> xml.put("zoneName", zone)
                                .put("zoneState", "available")
                                .put("regionName", Zones.REGION))));
    }

    private <T> Xml page(Call call, String element, List<T> all, Writer<T> writer) {
        return page(call, element, all, pageSize, writer);
    }

    static <T> Xml page(Call call, String element, List<T> all, int pageSize, Writer<T> writer) {
        Page<T> page = Page.of(all, call.find("NextToken"), Math.min(pageSize, call.number("MaxResults", pageSize)));
        Xml xml = new Xml();
        xml.in(element, () -> page.items().forEach(item -> xml.in("item", () -> writer.write(xml, item))));
        page.next().ifPresent(next -> xml.put("nextToken", next));
        return xml;
    }

    interface Writer<T> {
        void write(Xml xml, T item);
    }

    static Xml done() {
        return new Xml().put("return", "true");
    }
}
