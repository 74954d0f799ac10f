package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Shape;
import dev.butlerlabs.core.config.Shapes;

/** The keys of the Harvester settings in a bootstrap file and in a ProviderConfig. */
final class HarvesterKeys {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
    private static final String NAME = "[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?";
    private static final Shape<String> NAMESPACE_NAME =
            Shapes.text("^" + LABEL + "$", "a namespace name of lower case letters, digits and dashes");
    private static final Shape<String> OBJECT_NAME =
            Shapes.text("^" + NAME + "$", "a name of lower case letters, digits, dashes and dots");

    static final Key<SensitiveText> KUBECONFIG =
            Key.required("kubeconfigPath", Shapes.fileContent(), "Kubeconfig of the Harvester cluster.");
    static final Key<String> ENDPOINT = Key.optional(
            "endpoint",
            Shapes.text("^https://[^/]", "an https URL"),
            "URL of the Harvester API. Defaults to the server in the kubeconfig.");
    static final Key<String> NAMESPACE =
            Key.withDefault("namespace", "default", NAMESPACE_NAME, "Namespace of the virtual machines.");
    static final Key<ResourceName> NETWORK = Key.required(
            "networkName",
            Shapes.text("^" + LABEL + "/" + NAME + "$", "namespace/name").as(text -> ResourceName.parse(text, "")),
            "Network of the virtual machines as namespace/name.");
    static final Key<String> IMAGE = Key.optional(
            "imageName",
            Shapes.text("^(" + LABEL + "/)?\\S+$", "namespace/name"),
            "Boot image as namespace/name. The name can be the display name.");
    static final Key<String> STORAGE_CLASS = Key.optional(
            "storageClassName",
            OBJECT_NAME,
            "Default storage class of data disks. The boot disk always uses the storage class of its image.");
    static final Key<Boolean> UEFI =
            Key.withDefault("uefi", false, Shapes.truth(), "Whether machines boot with UEFI instead of BIOS.");
    static final Key<RunStrategy> RUN_STRATEGY = Key.withDefault(
            "runStrategy",
            RunStrategy.ALWAYS.word(),
            Shapes.choice(RunStrategy.OFFERED, RunStrategy::word),
            "Run strategy of the virtual machines.");

    static final Keys BOOTSTRAP =
            Keys.of(KUBECONFIG, ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);
    static final Keys PROVIDER_CONFIG = Keys.of(ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);

    private HarvesterKeys() {}
}
