package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.ConfigKey;
import dev.butlerlabs.core.config.ConfigKeys;
import dev.butlerlabs.core.config.ConfigValueType;
import dev.butlerlabs.core.config.ConfigValueTypes;

/** The keys of the Harvester settings in a bootstrap file and in a ProviderConfig. */
final class HarvesterConfigKeys {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
    private static final String NAME = "[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?";
    private static final ConfigValueType<String> NAMESPACE_NAME =
            ConfigValueTypes.text("^" + LABEL + "$", "a namespace name of lower case letters, digits and dashes");
    private static final ConfigValueType<String> OBJECT_NAME =
            ConfigValueTypes.text("^" + NAME + "$", "a name of lower case letters, digits, dashes and dots");

    static final ConfigKey<SensitiveText> KUBECONFIG = ConfigKey.required(
            "kubeconfigPath", ConfigValueTypes.fileContent(), "Kubeconfig of the Harvester cluster.");
    static final ConfigKey<String> ENDPOINT = ConfigKey.optional(
            "endpoint",
            ConfigValueTypes.text("^https://[^/]", "an https URL"),
            "URL of the Harvester API. Defaults to the server in the kubeconfig.");
    static final ConfigKey<String> NAMESPACE =
            ConfigKey.withDefault("namespace", "default", NAMESPACE_NAME, "Namespace of the virtual machines.");
    static final ConfigKey<ResourceName> NETWORK = ConfigKey.required(
            "networkName",
            ConfigValueTypes.text("^" + LABEL + "/" + NAME + "$", "namespace/name")
                    .as(text -> ResourceName.parse(text, "")),
            "Network of the virtual machines as namespace/name.");
    static final ConfigKey<String> IMAGE = ConfigKey.optional(
            "imageName",
            ConfigValueTypes.text("^(" + LABEL + "/)?\\S+$", "namespace/name"),
            "Boot image as namespace/name. The name can be the display name.");
    static final ConfigKey<String> STORAGE_CLASS = ConfigKey.optional(
            "storageClassName",
            OBJECT_NAME,
            "Default storage class of data disks. The boot disk always uses the storage class of its image.");
    static final ConfigKey<Boolean> UEFI = ConfigKey.withDefault(
            "uefi", false, ConfigValueTypes.truth(), "Whether machines boot with UEFI instead of BIOS.");
    static final ConfigKey<RunStrategy> RUN_STRATEGY = ConfigKey.withDefault(
            "runStrategy",
            RunStrategy.ALWAYS.word(),
            ConfigValueTypes.choice(RunStrategy.OFFERED, RunStrategy::word),
            "Run strategy of the virtual machines.");

    static final ConfigKeys BOOTSTRAP =
            ConfigKeys.of(KUBECONFIG, ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);
    static final ConfigKeys PROVIDER_CONFIG =
            ConfigKeys.of(ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);

    private HarvesterConfigKeys() {}
}
