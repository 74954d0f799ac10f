package dev.butlerlabs.core.provider.nutanix;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigValueTypes;
import dev.butlerlabs.core.provider.rest.HostAliases;
import java.util.Map;

/** The keys of the section in a bootstrap file and in a ProviderConfig; only the file contains credentials. */
final class NutanixConfigKeys {
    static final int DEFAULT_PORT = 9440;

    static final ConfigKey<String> ENDPOINT = ConfigKey.required(
            "endpoint",
            ConfigValueTypes.text("^https?://[^/\\s]", "a URL such as https://prism.example.com"),
            "Endpoint of Prism Central.");
    static final ConfigKey<Integer> PORT = ConfigKey.withDefault(
            "port", DEFAULT_PORT, ConfigValueTypes.port(), "Port of Prism Central, if the endpoint has none.");
    static final ConfigKey<Boolean> INSECURE = ConfigKey.withDefault(
            "insecure",
            false,
            ConfigValueTypes.truth(),
            "Whether to skip verification of the Prism Central certificate.");
    static final ConfigKey<String> CLUSTER =
            ConfigKey.required("clusterUUID", ConfigValueTypes.someText(), "Cluster of the machines, by UUID or name.");
    static final ConfigKey<String> SUBNET =
            ConfigKey.required("subnetUUID", ConfigValueTypes.someText(), "Subnet of the machines, by UUID or name.");
    static final ConfigKey<String> IMAGE =
            ConfigKey.optional("imageUUID", ConfigValueTypes.someText(), "Default boot image, by UUID or name.");
    static final ConfigKey<String> STORAGE_CONTAINER = ConfigKey.optional(
            "storageContainerUUID", ConfigValueTypes.someText(), "Storage container of the disks, by UUID or name.");
    static final ConfigKey<Map<String, String>> HOST_ALIASES =
            ConfigKey.optional("hostAliases", HostAliases.valueType(), "Static addresses of host names.");

    static final ConfigKey<SensitiveText> USERNAME =
            ConfigKey.required("username", ConfigValueTypes.secret(), "User of Prism Central.");
    static final ConfigKey<SensitiveText> PASSWORD =
            ConfigKey.required("password", ConfigValueTypes.secret(), "Password of the user.");
    static final ConfigKey<SensitiveText> CA_FILE = ConfigKey.optional(
            "caFile", ConfigValueTypes.fileContent(), "File with the CA certificates of Prism Central in PEM.");

    static final ConfigKeys IN_A_RESOURCE =
            ConfigKeys.of(ENDPOINT, PORT, INSECURE, CLUSTER, SUBNET, IMAGE, STORAGE_CONTAINER, HOST_ALIASES);
    static final ConfigKeys IN_A_FILE = ConfigKeys.of(
            ENDPOINT,
            PORT,
            INSECURE,
            CA_FILE,
            USERNAME,
            PASSWORD,
            CLUSTER,
            SUBNET,
            IMAGE,
            STORAGE_CONTAINER,
            HOST_ALIASES);

    private NutanixConfigKeys() {}
}
