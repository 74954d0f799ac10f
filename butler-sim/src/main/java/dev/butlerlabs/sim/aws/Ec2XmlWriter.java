package dev.butlerlabs.sim.aws;

import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Renders instances as EC2 XML. */
record Ec2XmlWriter(AwsRegionState cloud, XmlBuilder xml) {
    void instance(SimulatedInstance instance) {
        xml.put("instanceId", instance.id).put("imageId", instance.order.image());
        state(xml, "instanceState", instance.state);
        xml.put("instanceType", instance.order.type())
                .put("launchTime", instance.launched.truncatedTo(ChronoUnit.SECONDS))
                .in(
                        "placement",
                        () -> xml.put(
                                "availabilityZone", instance.order.subnet().zone()))
                .put("architecture", "x86_64")
                .put("rootDeviceName", "/dev/xvda")
                .put("clientToken", instance.order.token().orElse(""))
                .in(
                        "cpuOptions",
                        () -> xml.put("coreCount", processors(instance.order.type()) / 2)
                                .put("threadsPerCore", 2));
        if (!instance.isGone()) {
            place(instance);
        }
        if (!instance.reasonCode.isEmpty()) {
            xml.in("stateReason", () -> xml.put("code", instance.reasonCode).put("message", instance.reason));
        }
        devices(instance);
        xml.ec2Tags(instance.tags);
    }

    /** Derives the vCPUs from the size: large has 2, xlarge has 4, Nxlarge has N times 4. */
    private static int processors(String type) {
        String size = type.substring(type.indexOf('.') + 1);
        Matcher multiple = Pattern.compile("(\\d+)xlarge").matcher(size);
        return multiple.matches() ? 4 * Integer.parseInt(multiple.group(1)) : size.equals("xlarge") ? 4 : 2;
    }

    private void place(SimulatedInstance instance) {
        String address = instance.address().orElse(null);
        xml.put("subnetId", instance.order.subnet().id())
                .put("vpcId", instance.order.subnet().vpc())
                .put("privateIpAddress", address)
                .put("ipAddress", instance.order.publicAddress() ? address : null)
                .in(
                        "groupSet",
                        () -> instance.order.groups().forEach(group -> xml.in("item", () -> xml.put("groupId", group))))
                .in(
                        "networkInterfaceSet",
                        () -> cloud.cards().stream()
                                .filter(card -> card.instance
                                        .filter(instance.id::equals)
                                        .isPresent())
                                .forEach(card -> xml.in(
                                        "item",
                                        () -> xml.put("networkInterfaceId", card.id)
                                                .put("subnetId", card.subnet.id())
                                                .put("macAddress", card.mac)
                                                .put("privateIpAddress", address)
                                                .in(
                                                        "attachment",
                                                        () -> xml.put("deviceIndex", 0)
                                                                .put("status", "attached")))));
    }

    private void devices(SimulatedInstance instance) {
        xml.in(
                "blockDeviceMapping",
                () -> cloud.volumes().stream()
                        .filter(volume ->
                                volume.instance.filter(instance.id::equals).isPresent())
                        .forEach(volume -> xml.in(
                                "item",
                                () -> xml.put("deviceName", volume.disk.device())
                                        .in(
                                                "ebs",
                                                () -> xml.put("volumeId", volume.id)
                                                        .put("status", "attached")
                                                        .put("deleteOnTermination", volume.deleteOnTermination)))));
    }

    static void state(XmlBuilder xml, String element, SimulatedInstance.State state) {
        xml.in(element, () -> xml.put("code", state.code).put("name", state.word));
    }
}
