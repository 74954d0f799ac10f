package dev.butlerlabs.sim.aws;

import dev.butlerlabs.sim.aws.SimulatedImages.CloudImage;
import dev.butlerlabs.sim.infrastructure.UserData;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The EC2 actions on instances. */
final class Ec2Instances {
    private static final int LARGEST_USER_DATA = 16 * 1024;

    private static final Map<String, Function<SimulatedInstance, String>> FILTERS = Map.of(
            "instance-state-name", instance -> instance.state.word,
            "instance-id", instance -> instance.id,
            "client-token", instance -> instance.order.token().orElse(""),
            "vpc-id", instance -> instance.order.subnet().vpc());

    private final AwsRegionState cloud;
    private final int pageSize;

    Ec2Instances(AwsRegionState cloud, int pageSize) {
        this.cloud = cloud;
        this.pageSize = pageSize;
    }

    XmlBuilder run(AwsCall call) {
        LaunchCount count = LaunchCount.of(call);
        Map<String, Map<String, String>> tags = tags(call);
        SimulatedInstance.Order order = order(call, tags.getOrDefault("instance", Map.of()));
        List<SimulatedVolume.Disk> disks = disks(call);
        call.find("MetadataOptions.HttpTokens");
        call.find("MetadataOptions.HttpPutResponseHopLimit");
        AwsApplication.requireKnown(call);
        if (call.truth("DryRun")) {
            throw new AwsErrorResponse(412, "DryRunOperation", "Request would have succeeded, but DryRun flag is set.");
        }
        List<SimulatedInstance> launched = cloud.run(count, order, disks, tags);
        XmlBuilder xml = new XmlBuilder();
        return xml.put("reservationId", "r-" + launched.getFirst().id.substring(2))
                .put("ownerId", AwsNetworkLayout.ACCOUNT)
                .in(
                        "instancesSet",
                        () -> launched.forEach(
                                instance -> xml.in("item", () -> new Ec2XmlWriter(cloud, xml).instance(instance))));
    }

    private SimulatedInstance.Order order(AwsCall call, Map<String, String> tags) {
        CloudImage image = cloud.images.require(call.require("ImageId"));
        InstanceNetwork network = InstanceNetwork.of(call);
        return new SimulatedInstance.Order(
                image.id(),
                SimulatedInstanceTypes.require(call.require("InstanceType"), image),
                network.subnet(),
                network.groups(),
                network.publicAddress(),
                call.find("UserData").map(Ec2Instances::decoded),
                tags,
                call.find("ClientToken"),
                call.without("ClientToken"));
    }

    private static String decoded(String userData) {
        byte[] bytes = decode(userData);
        if (bytes.length > LARGEST_USER_DATA) {
            throw AwsErrorResponse.of("InvalidParameterValue", "User data is limited to 16384 bytes");
        }
        return UserData.text(bytes);
    }

    private static byte[] decode(String userData) {
        try {
            return Base64.getDecoder().decode(userData);
        } catch (IllegalArgumentException e) {
            throw AwsErrorResponse.of("InvalidParameterValue", "Invalid BASE64 encoding of user data.");
        }
    }

    private static List<SimulatedVolume.Disk> disks(AwsCall call) {
        List<SimulatedVolume.Disk> disks = new ArrayList<>();
        for (int i = 1; i <= call.count("BlockDeviceMapping"); i++) {
            String prefix = "BlockDeviceMapping." + i + ".";
            disks.add(new SimulatedVolume.Disk(
                    call.require(prefix + "DeviceName"),
                    call.number(prefix + "Ebs.VolumeSize", 8),
                    call.find(prefix + "Ebs.VolumeType").orElse("gp2"),
                    call.truth(prefix + "Ebs.DeleteOnTermination")));
        }
        return disks;
    }

    private static Map<String, Map<String, String>> tags(AwsCall call) {
        Map<String, Map<String, String>> tags = new HashMap<>();
        for (int i = 1; i <= call.count("TagSpecification"); i++) {
            String prefix = "TagSpecification." + i + ".";
            tags.put(call.require(prefix + "ResourceType"), call.tags(prefix + "Tag"));
        }
        return tags;
    }

    XmlBuilder describe(AwsCall call) {
        List<String> ids = call.list("InstanceId");
        List<SimulatedInstance> listed = cloud.listed();
        requireKnown(ids, listed);
        Ec2Filters filters = Ec2Filters.of(call);
        List<SimulatedInstance> found = listed.stream()
                .filter(instance -> ids.isEmpty() || ids.contains(instance.id))
                .filter(instance -> filters.pass(instance, instance.tags, FILTERS))
                .toList();
        found.forEach(cloud::look);
        XmlBuilder answer = Ec2Api.page(
                call,
                "reservationSet",
                found,
                pageSize,
                (xml, instance) -> xml.put("reservationId", "r-" + instance.id.substring(2))
                        .put("ownerId", AwsNetworkLayout.ACCOUNT)
                        .in(
                                "instancesSet",
                                () -> xml.in("item", () -> new Ec2XmlWriter(cloud, xml).instance(instance))));
        found.forEach(cloud::shown);
        return answer;
    }

    private static void requireKnown(List<String> ids, List<SimulatedInstance> listed) {
        ids.forEach(id -> {
            if (listed.stream().noneMatch(instance -> instance.id.equals(id))) {
                throw AwsErrorResponse.of(
                        "InvalidInstanceID.NotFound", "The instance ID '%s' does not exist".formatted(id));
            }
        });
    }

    XmlBuilder terminate(AwsCall call) {
        return change(
                call,
                instance -> cloud.terminate(
                        instance,
                        "Client.UserInitiatedShutdown",
                        "Client.UserInitiatedShutdown: User initiated shutdown"));
    }

    XmlBuilder stop(AwsCall call) {
        return change(call, cloud::stop);
    }

    XmlBuilder start(AwsCall call) {
        return change(call, cloud::start);
    }

    XmlBuilder reboot(AwsCall call) {
        change(call, instance -> {
            cloud.stop(instance);
            cloud.start(instance);
        });
        return Ec2Api.done();
    }

    private XmlBuilder change(AwsCall call, Consumer<SimulatedInstance> change) {
        List<SimulatedInstance> asked = new ArrayList<>();
        for (String id : call.list("InstanceId")) {
            asked.add(cloud.instance(id)
                    .orElseThrow(() -> AwsErrorResponse.of(
                            "InvalidInstanceID.NotFound", "The instance ID '%s' does not exist".formatted(id))));
        }
        XmlBuilder xml = new XmlBuilder();
        return xml.in(
                "instancesSet",
                () -> asked.forEach(instance -> xml.in("item", () -> {
                    SimulatedInstance.State before = instance.state;
                    change.accept(instance);
                    xml.put("instanceId", instance.id);
                    Ec2XmlWriter.state(xml, "currentState", instance.state);
                    Ec2XmlWriter.state(xml, "previousState", before);
                })));
    }
}
