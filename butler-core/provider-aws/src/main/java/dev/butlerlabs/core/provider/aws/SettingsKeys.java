package dev.butlerlabs.core.provider.aws;

import static dev.butlerlabs.core.config.Shapes.choice;
import static dev.butlerlabs.core.config.Shapes.listOf;
import static dev.butlerlabs.core.config.Shapes.someText;
import static dev.butlerlabs.core.config.Shapes.text;
import static dev.butlerlabs.core.config.Shapes.truth;
import static dev.butlerlabs.core.config.Shapes.word;

import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Settings;
import dev.butlerlabs.core.config.Shape;
import java.net.URI;
import java.util.List;

/** The keys of {@code spec.aws} in a ProviderConfig. */
final class SettingsKeys {
    static final String INTERNAL = "internal";
    static final String INTERNET_FACING = "internet-facing";

    static final Shape<String> SUBNET = id("subnet", "a subnet ID such as subnet-0a1b2c3d");
    static final Shape<String> SECURITY_GROUP = id("sg", "a security group ID such as sg-0a1b2c3d");

    static final Key<String> REGION =
            Key.required("region", text("^[a-z0-9-]+$", "a region such as eu-central-1"), "Region of the machines.");
    static final Key<String> ENDPOINT = Key.optional(
            "endpoint",
            text("^https?://[^/\\s]+/?$", "a URL such as https://ec2.cloud.example"),
            "URL of the AWS API, for private clouds and simulators. Defaults to AWS.");
    static final Key<String> VPC = Key.optional(
            "vpcID",
            id("vpc", "a VPC ID such as vpc-0a1b2c3d"),
            "VPC of the machines. Defaults to the VPC of the subnets.");
    static final Key<List<String>> SUBNETS = Key.optional(
            "subnetIDs",
            listOf(SUBNET),
            "Subnets to distribute the machines over. Defaults to all subnets of the VPC, or the default subnets.");
    static final Key<List<String>> SECURITY_GROUPS = Key.optional(
            "securityGroupIDs", listOf(SECURITY_GROUP), "Security groups of every machine.");
    static final Key<String> INSTANCE_TYPE = Key.optional(
            "instanceType",
            text("^[a-z0-9-]+\\.[a-z0-9-]+$", "an instance type such as m6i.xlarge"),
            "Instance type of every machine. Defaults to the smallest one that matches cpu and memory.");
    static final Key<String> AMI = Key.optional(
            "ami",
            someText(),
            "Image: an AMI ID (ami-…), a Talos version (v1.12.2) or a name pattern. Defaults to the newest Talos version.");
    static final Key<String> IMAGE_OWNER = Key.withDefault(
            "imageOwner",
            AwsSettings.TALOS_ACCOUNT,
            text("^([0-9]{12}|self|amazon)$", "an account of twelve digits, self or amazon"),
            "Account that owns the images for lookups by name. Defaults to the account of the Talos project.");
    static final Key<Architecture> ARCHITECTURE = Key.withDefault(
            "architecture",
            Architecture.AMD64.word(),
            choice(Architecture.values()),
            "CPU architecture of instance types and images that Butler selects.");
    static final Key<Boolean> PUBLIC_ADDRESS = Key.withDefault(
            "publicAddress", true, truth(), "Whether machines get a public IP address.");
    static final Key<String> BALANCER_SCHEME = Key.withDefault(
            "loadBalancerScheme",
            INTERNET_FACING,
            word(INTERNET_FACING, INTERNAL),
            "Whether the control plane load balancer is internet-facing or internal to the VPC.");

    static final Keys KEYS = Keys.of(
            REGION,
            ENDPOINT,
            VPC,
            SUBNETS,
            SECURITY_GROUPS,
            INSTANCE_TYPE,
            AMI,
            IMAGE_OWNER,
            ARCHITECTURE,
            PUBLIC_ADDRESS,
            BALANCER_SCHEME);

    private SettingsKeys() {}

    static AwsSettings settings(Settings given) {
        return new AwsSettings(
                given.get(REGION),
                given.find(ENDPOINT).map(URI::create),
                given.find(VPC),
                given.find(SUBNETS).orElse(List.of()),
                given.find(SECURITY_GROUPS).orElse(List.of()),
                given.find(INSTANCE_TYPE),
                given.find(AMI),
                given.get(IMAGE_OWNER),
                given.get(ARCHITECTURE),
                given.get(PUBLIC_ADDRESS),
                INTERNAL.equals(given.get(BALANCER_SCHEME)));
    }

    private static Shape<String> id(String prefix, String phrase) {
        return text("^" + prefix + "-[0-9a-z]+$", phrase);
    }
}
