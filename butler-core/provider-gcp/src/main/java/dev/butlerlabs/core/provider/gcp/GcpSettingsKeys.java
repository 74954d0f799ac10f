package dev.butlerlabs.core.provider.gcp;

import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;
import static dev.butlerlabs.core.config.ConfigValueTypes.word;

import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueType;
import java.net.URI;
import java.util.List;

/** The keys of {@code spec.gcp} in a ProviderConfig. */
final class GcpSettingsKeys {
    static final String INTERNAL = "internal";
    static final String INTERNET_FACING = "internet-facing";
    static final String SELF_SIGNED = "self-signed";
    static final String EXCHANGE = "exchange";
    static final String METADATA = "metadata";

    private static final String NAME = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";
    private static final String PROJECT_NAME = "([a-z0-9.-]+:)?[a-z][-a-z0-9]{4,61}[a-z0-9]";

    static final ConfigKey<String> PROJECT = ConfigKey.required(
            "projectID",
            text("^" + PROJECT_NAME + "$", "a project ID such as my-project-123"),
            "Project of the machines.");
    static final ConfigKey<String> REGION = ConfigKey.required(
            "region", text("^[a-z]+-[a-z]+[0-9]+$", "a region such as europe-west3"), "Region of the machines.");
    static final ConfigKey<String> ENDPOINT = ConfigKey.optional(
            "endpoint",
            text("^https?://[^/\\s]+/?$", "a URL such as https://compute.example.com"),
            "URL of the Google APIs, for private clouds and simulators. Defaults to Google.");
    static final ConfigKey<String> ZONE = ConfigKey.optional(
            "zone",
            text("^[a-z]+-[a-z]+[0-9]+-[a-z]$", "a zone such as europe-west3-a"),
            "Zone of all machines. Defaults to all zones of the region.");
    static final ConfigKey<String> NETWORK =
            ConfigKey.withDefault("network", "default", resource("networks"), "Network of the machines.");
    static final ConfigKey<String> SUBNETWORK = ConfigKey.optional(
            "subnetwork",
            resource("subnetworks"),
            "Subnetwork of the machines. Required if the network does not create subnetworks automatically.");
    static final ConfigKey<String> MACHINE_TYPE = ConfigKey.optional(
            "machineType",
            text("^[a-z][a-z0-9-]+$", "a machine type such as n2-standard-4"),
            "Machine type of every machine. Defaults to a custom N2 type that matches cpu and memory.");
    static final ConfigKey<String> IMAGE =
            ConfigKey.optional("image", resource("images"), "Talos image, by name or path.");
    static final ConfigKey<String> IMAGE_FAMILY = ConfigKey.optional(
            "imageFamily",
            resource("images/family"),
            "Image family. The newest image is used. Ignored if image is set.");
    static final ConfigKey<String> IMAGE_PROJECT = ConfigKey.optional(
            "imageProject",
            text("^" + PROJECT_NAME + "$", "a project ID such as my-project-123"),
            "Project of the image. Defaults to the project of the machines.");
    static final ConfigKey<String> SERVICE_ACCOUNT = ConfigKey.optional(
            "serviceAccount", text("^[^@\\s]+@[^@\\s]+$", "an email address"), "Service account of the machines.");
    static final ConfigKey<List<String>> TAGS = ConfigKey.optional(
            "tags",
            listOf(text("^" + NAME + "$", "a network tag: up to 63 lowercase letters, digits and hyphens")),
            "Network tags of the machines, for firewall rules.");
    static final ConfigKey<String> TOKEN_SOURCE = ConfigKey.withDefault(
            "tokenSource",
            SELF_SIGNED,
            word(SELF_SIGNED, EXCHANGE, METADATA),
            "How Butler gets access tokens: signed with the key, exchanged at the token endpoint of the key, or from the metadata server.");
    static final ConfigKey<String> DISK_TYPE = ConfigKey.withDefault(
            "diskType",
            "pd-balanced",
            text("^[a-z][-a-z0-9]*$", "a disk type such as pd-balanced"),
            "Type of the disks.");
    static final ConfigKey<Boolean> PUBLIC_ADDRESS =
            ConfigKey.withDefault("publicAddress", true, truth(), "Whether machines get a public IP address.");
    static final ConfigKey<String> BALANCER_SCHEME = ConfigKey.withDefault(
            "loadBalancerScheme",
            INTERNET_FACING,
            word(INTERNET_FACING, INTERNAL),
            "Whether the control plane load balancer is internet-facing or internal to the network.");
    static final ConfigKey<List<String>> API_SOURCE_RANGES = ConfigKey.optional(
            "apiSourceRanges",
            listOf(text("^[0-9]{1,3}(\\.[0-9]{1,3}){3}/[0-9]{1,2}$", "a CIDR such as 203.0.113.0/24")),
            "Source ranges that may connect to the Kubernetes API. Defaults to all addresses.");

    static final ConfigKey<String> IMAGE_BUCKET = ConfigKey.optional(
            "imageBucket",
            text("^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$", "the name of a bucket"),
            "Bucket of Cloud Storage that Butler uploads images to before Google Cloud imports them. Defaults to one that Butler creates.");

    static final List<ConfigKey<?>> ALL = List.of(
            PROJECT,
            REGION,
            ENDPOINT,
            ZONE,
            NETWORK,
            SUBNETWORK,
            MACHINE_TYPE,
            IMAGE,
            IMAGE_FAMILY,
            IMAGE_PROJECT,
            SERVICE_ACCOUNT,
            TAGS,
            TOKEN_SOURCE,
            DISK_TYPE,
            PUBLIC_ADDRESS,
            BALANCER_SCHEME,
            API_SOURCE_RANGES,
            IMAGE_BUCKET);

    static final ConfigKeys KEYS = ConfigKeys.of(ALL.toArray(ConfigKey<?>[]::new));

    private GcpSettingsKeys() {}

    /** A name, or the path or URL of a resource in any project. */
    private static ConfigValueType<String> resource(String collection) {
        return text(
                "^(" + NAME + "|(https?://[^\\s]+/)?projects/[^/\\s]+/[a-z0-9/-]*" + collection + "/" + NAME + ")$",
                "a name, or a path such as projects/PROJECT/.../%s/NAME".formatted(collection));
    }

    /** Reports settings that contradict each other. */
    static void check(ConfigSettings given) {
        given.find(ZONE)
                .filter(zone -> given.find(REGION)
                        .filter(region -> !zone.startsWith(region + "-"))
                        .isPresent())
                .ifPresent(
                        _ -> given.report(ZONE, "is not a zone of the region", "use a zone of the region, or omit it"));
    }

    static GcpSettings settings(ConfigSettings given) {
        return new GcpSettings(
                given.get(PROJECT),
                given.get(REGION),
                given.find(ENDPOINT).map(GcpSettingsKeys::url),
                given.find(ZONE),
                given.get(NETWORK),
                given.find(SUBNETWORK),
                given.find(MACHINE_TYPE),
                given.find(IMAGE),
                given.find(IMAGE_FAMILY),
                given.find(IMAGE_PROJECT),
                given.find(SERVICE_ACCOUNT),
                given.find(TAGS).orElse(List.of()),
                given.get(DISK_TYPE),
                given.get(PUBLIC_ADDRESS),
                INTERNAL.equals(given.get(BALANCER_SCHEME)),
                given.find(API_SOURCE_RANGES)
                        .filter(ranges -> !ranges.isEmpty())
                        .orElse(List.of("0.0.0.0/0")),
                given.find(IMAGE_BUCKET));
    }

    static URI url(String text) {
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }
}
