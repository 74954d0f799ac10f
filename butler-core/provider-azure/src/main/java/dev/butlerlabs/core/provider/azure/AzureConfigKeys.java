package dev.butlerlabs.core.provider.azure;

import static dev.butlerlabs.core.config.ConfigValueTypes.choice;
import static dev.butlerlabs.core.config.ConfigValueTypes.fileContent;
import static dev.butlerlabs.core.config.ConfigValueTypes.listOf;
import static dev.butlerlabs.core.config.ConfigValueTypes.secret;
import static dev.butlerlabs.core.config.ConfigValueTypes.text;
import static dev.butlerlabs.core.config.ConfigValueTypes.truth;
import static dev.butlerlabs.core.config.ConfigValueTypes.word;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigSettings;
import dev.butlerlabs.core.config.ConfigValueType;
import dev.butlerlabs.core.provider.Credentials;
import dev.butlerlabs.core.provider.ProviderSectionValues;
import dev.butlerlabs.core.provider.rest.CaCertificates;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The keys of the section in a bootstrap file and in a ProviderConfig; only the file contains credentials. */
final class AzureConfigKeys {
    private static final String NAME = "^[A-Za-z0-9_.()-]{1,90}$";
    private static final ConfigValueType<String> URL =
            text("^https://[^/\\s?#@]+/?$", "an https URL without a path, such as https://management.azure.com");

    static final ConfigKey<String> SUBSCRIPTION = ConfigKey.required(
            "subscriptionID",
            text("^[0-9A-Fa-f-]{36}$", "a subscription ID such as 00000000-0000-0000-0000-000000000000"),
            "Azure subscription.");
    static final ConfigKey<String> GROUP = ConfigKey.required(
            "resourceGroup",
            text(NAME, "the name of a resource group"),
            "Existing resource group of the machines. Butler neither creates nor deletes it.");
    static final ConfigKey<String> LOCATION = ConfigKey.optional(
            "location", text("^[A-Za-z0-9 ]{2,60}$", "a region such as westeurope"), "Region of the machines.");
    static final ConfigKey<String> NETWORK = ConfigKey.optional(
            "vnetName", text(NAME, "the name of a virtual network"), "Virtual network of the machines.");
    static final ConfigKey<String> NETWORK_GROUP = ConfigKey.optional(
            "vnetResourceGroup",
            text(NAME, "the name of a resource group"),
            "Resource group of the virtual network. Defaults to resourceGroup.");
    static final ConfigKey<String> SUBNET =
            ConfigKey.optional("subnetName", text(NAME, "the name of a subnet"), "Subnet of the machines.");
    static final ConfigKey<String> SECURITY_GROUP = ConfigKey.optional(
            "securityGroupName",
            text("^(" + NAME.substring(1, NAME.length() - 1) + "|/subscriptions/\\S+)$", "a name or a resource ID"),
            "Network security group of every machine, by name or resource ID. Defaults to that of the subnet.");
    static final ConfigKey<String> VM_SIZE = ConfigKey.optional(
            "vmSize",
            text("^[A-Za-z]+_[A-Za-z0-9_-]+$", "a VM size such as Standard_D4s_v5"),
            "VM size of every machine. Defaults to the smallest one that matches cpu and memory.");
    static final ConfigKey<String> IMAGE_URN = ConfigKey.optional(
            "imageURN",
            text("^([^:\\s]+:[^:\\s]+:[^:\\s]+:[^:\\s]+|/\\S+)$", "publisher:offer:sku:version or a resource ID"),
            "Image to boot, as publisher:offer:sku:version of the Marketplace, or as a resource ID.");
    static final ConfigKey<String> IMAGE_ID = ConfigKey.optional(
            "imageID",
            text("^/(?i:subscriptions|CommunityGalleries|SharedGalleries)/\\S+$", "the resource ID of an image"),
            "Image to boot, by resource ID: a managed image, or one of a gallery. Instead of imageURN.");
    static final ConfigKey<List<String>> ZONES = ConfigKey.optional(
            "zones",
            listOf(text("^[1-9]$", "a zone such as 1")),
            "Availability zones to distribute the machines over, such as 1, 2 and 3.");
    static final ConfigKey<String> AVAILABILITY_SET = ConfigKey.optional(
            "availabilitySet",
            text(NAME, "the name of an availability set"),
            "Existing availability set of the machines, in regions without zones. Instead of zones.");
    static final ConfigKey<Boolean> PUBLIC_ADDRESS =
            ConfigKey.withDefault("publicAddress", false, truth(), "Whether machines get a public IP address.");
    static final ConfigKey<String> DISK_TYPE = ConfigKey.withDefault(
            "diskType",
            AzureDiskTypes.DEFAULT,
            word(AzureDiskTypes.ALL.toArray(String[]::new)),
            "Type of the disks. Premium types require a VM size that supports them.");
    static final ConfigKey<String> ENDPOINT = ConfigKey.withDefault(
            "endpoint",
            "https://management.azure.com",
            URL,
            "URL of Azure Resource Manager, for sovereign clouds and simulators.");
    static final ConfigKey<String> AUTHORITY = ConfigKey.withDefault(
            "authorityHost",
            "https://login.microsoftonline.com",
            URL,
            "URL of Microsoft Entra ID, for sovereign clouds and simulators.");
    static final ConfigKey<AzureIdentity> IDENTITY = ConfigKey.withDefault(
            "identity",
            AzureIdentity.CLIENT_SECRET.word(),
            choice(AzureIdentity.values()),
            "How Butler authenticates: client-secret, workload-identity or managed-identity.");

    static final ConfigKey<String> TENANT = ConfigKey.optional(
            AzureLogin.TENANT,
            text("^[A-Za-z0-9.-]{1,255}$", "the ID or the domain of a tenant"),
            "Tenant of Microsoft Entra ID.");
    static final ConfigKey<String> CLIENT = ConfigKey.optional(
            AzureLogin.CLIENT,
            text("^[A-Za-z0-9-]{1,64}$", "the ID of an application"),
            "Client ID of the application.");
    static final ConfigKey<SensitiveText> CLIENT_SECRET =
            ConfigKey.optional(AzureLogin.SECRET, secret(), "Client secret of the application.");
    static final ConfigKey<SensitiveText> CA_FILE = ConfigKey.optional(
            "caFile", fileContent(), "File with the CA certificates of endpoint and authorityHost in PEM.");

    private static final List<ConfigKey<?>> OPEN = List.of(
            SUBSCRIPTION,
            GROUP,
            LOCATION,
            NETWORK,
            NETWORK_GROUP,
            SUBNET,
            SECURITY_GROUP,
            VM_SIZE,
            IMAGE_URN,
            IMAGE_ID,
            ZONES,
            AVAILABILITY_SET,
            PUBLIC_ADDRESS,
            DISK_TYPE,
            ENDPOINT,
            AUTHORITY,
            IDENTITY);

    static final ConfigKeys IN_A_RESOURCE = ConfigKeys.of(OPEN.toArray(ConfigKey<?>[]::new));
    static final ConfigKeys IN_A_FILE =
            ConfigKeys.of(Stream.concat(Stream.of(TENANT, CLIENT, CLIENT_SECRET, CA_FILE), OPEN.stream())
                    .toArray(ConfigKey<?>[]::new));

    private AzureConfigKeys() {}

    /** Reports combinations that are not valid. */
    static void validate(ConfigSettings given) {
        if (given.isGiven(ZONES) && given.isGiven(AVAILABILITY_SET)) {
            given.report(AVAILABILITY_SET, "cannot be combined with zones", "use one of the two");
        }
        given.find(ZONES)
                .filter(List::isEmpty)
                .ifPresent(_ -> given.report(ZONES, "is empty", "name a zone such as 1, or remove the key"));
    }

    /** Reports what a bootstrap requires: the network of the machines, which a ProviderConfig for tenant clusters can omit, and the login. */
    static void validateFile(ConfigSettings given) {
        for (ConfigKey<String> key : List.of(LOCATION, NETWORK, SUBNET)) {
            if (!given.isGiven(key)) {
                given.report(key, "is missing", "required for machines");
            }
        }
        if (given.isGiven(IMAGE_URN) && given.isGiven(IMAGE_ID)) {
            given.report(IMAGE_ID, "cannot be combined with imageURN", "use one of the two");
        }
        if (given.find(IDENTITY).orElse(AzureIdentity.CLIENT_SECRET) == AzureIdentity.CLIENT_SECRET) {
            for (ConfigKey<?> key : List.of(TENANT, CLIENT, CLIENT_SECRET)) {
                if (!given.isGiven(key)) {
                    given.report(key, "is missing", "required for the identity client-secret");
                }
            }
        }
    }

    /** Returns the settings of a section without problems. */
    static AzureSettings settings(ConfigSettings given) {
        String group = given.get(GROUP);
        return new AzureSettings(
                given.get(SUBSCRIPTION),
                group,
                given.find(LOCATION).orElse(""),
                given.find(NETWORK).orElse(""),
                given.find(NETWORK_GROUP).orElse(group),
                given.find(SUBNET).orElse(""),
                given.find(SECURITY_GROUP),
                given.find(VM_SIZE),
                given.find(IMAGE_URN).or(() -> given.find(IMAGE_ID)),
                given.find(ZONES).orElse(List.of()),
                given.find(AVAILABILITY_SET),
                given.get(PUBLIC_ADDRESS),
                given.get(DISK_TYPE),
                url(given.get(ENDPOINT)),
                url(given.get(AUTHORITY)),
                given.get(IDENTITY));
    }

    private static URI url(String text) {
        return URI.create(text.endsWith("/") ? text.substring(0, text.length() - 1) : text);
    }

    /** Splits the section of a bootstrap file into the settings of a ProviderConfig and the content of a Secret. */
    static ProviderSectionValues split(ConfigSettings given) {
        Map<String, Object> settings = new LinkedHashMap<>();
        OPEN.stream()
                .filter(given::isGiven)
                .forEach(key -> given.find(key)
                        .ifPresent(value -> settings.put(
                                key.name(), value instanceof AzureIdentity identity ? identity.word() : value)));
        Map<String, SensitiveText> secrets = new LinkedHashMap<>();
        given.find(TENANT).ifPresent(value -> secrets.put(AzureLogin.TENANT, new SensitiveText(value)));
        given.find(CLIENT).ifPresent(value -> secrets.put(AzureLogin.CLIENT, new SensitiveText(value)));
        given.find(CLIENT_SECRET).ifPresent(value -> secrets.put(AzureLogin.SECRET, value));
        given.find(CA_FILE).ifPresent(value -> secrets.put(CaCertificates.KEY, value));
        return new ProviderSectionValues(settings, new Credentials(secrets));
    }
}
