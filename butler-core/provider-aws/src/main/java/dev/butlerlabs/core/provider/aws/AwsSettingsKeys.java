package dev.butlerlabs.core.provider.aws;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.someText;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;
import static dev.butlerlabs.core.config.ConfigValueTypes.word;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueType;
import java.net.URI;
import java.util.List;

/** The keys of {@code spec.aws} in a ProviderConfig. */
final class AwsSettingsKeys {
    static final String INTERNAL = "internal";
    static final String INTERNET_FACING = "internet-facing";

    static final ConfigValueType<String> SUBNET = id("subnet", "a subnet ID such as subnet-0a1b2c3d");
    static final ConfigValueType<String> SECURITY_GROUP = id("sg", "a security group ID such as sg-0a1b2c3d");

    static final ConfigKey<String> REGION = ConfigKey.required(
            "region", text("^[a-z0-9-]+$", "a region such as eu-central-1"), "Region of the machines.");
    static final ConfigKey<String> ENDPOINT = ConfigKey.optional(
            "endpoint",
            text("^https?://[^/\\s]+/?$", "a URL such as https://ec2.cloud.example"),
            "URL of the AWS API, for private clouds and simulators. Defaults to AWS.");
    static final ConfigKey<String> VPC = ConfigKey.optional(
            "vpcID",
            id("vpc", "a VPC ID such as vpc-0a1b2c3d"),
            "VPC of the machines. Defaults to the VPC of the subnets.");
    static final ConfigKey<List<String>> SUBNETS = ConfigKey.optional(
            "subnetIDs",
            listOf(SUBNET),
            "Subnets to distribute the machines over. Defaults to all subnets of the VPC, or the default subnets.");
    static final ConfigKey<List<String>> SECURITY_GROUPS =
            ConfigKey.optional("securityGroupIDs", listOf(SECURITY_GROUP), "Security groups of every machine.");
    static final ConfigKey<String> INSTANCE_TYPE = ConfigKey.optional(
            "instanceType",
            text("^[a-z0-9-]+\\.[a-z0-9-]+$", "an instance type such as m6i.xlarge"),
            "Instance type of every machine. Defaults to the smallest one that matches cpu and memory.");
    static final ConfigKey<String> AMI = ConfigKey.optional(
            "ami",
            someText(),
            "Image: an AMI ID (ami-…), a Talos version (v1.12.2) or a name pattern. Defaults to the newest Talos version.");
    static final ConfigKey<String> IMAGE_OWNER = ConfigKey.withDefault(
            "imageOwner",
            AwsSettings.TALOS_ACCOUNT,
            text("^([0-9]{12}|self|amazon)$", "an account of twelve digits, self or amazon"),
            "Account that owns the images for lookups by name. Defaults to the account of the Talos project.");
    static final ConfigKey<Architecture> ARCHITECTURE = ConfigKey.withDefault(
            "architecture",
            Architecture.AMD64.word(),
            choice(Architecture.values()),
            "CPU architecture of instance types and images that Butler selects.");
    static final ConfigKey<Boolean> PUBLIC_ADDRESS =
            ConfigKey.withDefault("publicAddress", true, truth(), "Whether machines get a public IP address.");
    static final ConfigKey<String> BALANCER_SCHEME = ConfigKey.withDefault(
            "loadBalancerScheme",
            INTERNET_FACING,
            word(INTERNET_FACING, INTERNAL),
            "Whether the control plane load balancer is internet-facing or internal to the VPC.");

    static final ConfigKeys KEYS = ConfigKeys.of(
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

    private AwsSettingsKeys() {}

    static AwsSettings settings(ConfigSettings given) {
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

    private static ConfigValueType<String> id(String prefix, String phrase) {
        return text("^" + prefix + "-[0-9a-z]+$", phrase);
    }
}
