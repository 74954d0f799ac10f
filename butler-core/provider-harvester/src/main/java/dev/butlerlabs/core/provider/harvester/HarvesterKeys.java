package dev.butlerlabs.core.provider.harvester;

import dev.butlerlabs.core.api.SensitiveText;
import dev.butlerlabs.core.config.Key;
import dev.butlerlabs.core.config.Keys;
import dev.butlerlabs.core.config.Shape;
import dev.butlerlabs.core.config.Shapes;

/** The keys by which Harvester is described, in a bootstrap file and in a ProviderConfig. */
final class HarvesterKeys {
    private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
    private static final String NAME = "[a-z0-9]([-.a-z0-9]{0,251}[a-z0-9])?";
    private static final Shape<String> NAMESPACE_NAME =
            Shapes.text("^" + LABEL + "$", "the name of a namespace: lower-case letters, digits and dashes");
    private static final Shape<String> OBJECT_NAME =
            Shapes.text("^" + NAME + "$", "a name: lower-case letters, digits, dashes and dots");

    static final Key<SensitiveText> KUBECONFIG =
            Key.required("kubeconfigPath", Shapes.fileContent(), "Kubeconfig of the Harvester cluster.");
    static final Key<String> ENDPOINT = Key.optional(
            "endpoint",
            Shapes.text("^https://[^/]", "an https address"),
            "Address of the Harvester API; the one in the kubeconfig when left out.");
    static final Key<String> NAMESPACE =
            Key.withDefault("namespace", "default", NAMESPACE_NAME, "Namespace the machines are made in.");
    static final Key<ResourceName> NETWORK = Key.required(
            "networkName",
            Shapes.text("^" + LABEL + "/" + NAME + "$", "namespace/name").as(text -> ResourceName.parse(text, "")),
            "Virtual machine network as namespace/name.");
    static final Key<String> IMAGE = Key.optional(
            "imageName",
            Shapes.text("^(" + LABEL + "/)?\\S+$", "namespace/name"),
            "Image to boot, as namespace/name; the name may also be the one shown to people.");
    static final Key<String> STORAGE_CLASS = Key.optional(
            "storageClassName",
            OBJECT_NAME,
            "Storage class of data disks that name none; the boot disk always has the class of its image.");
    static final Key<Boolean> UEFI =
            Key.withDefault("uefi", false, Shapes.truth(), "Whether machines boot by UEFI instead of BIOS.");
    static final Key<RunStrategy> RUN_STRATEGY = Key.withDefault(
            "runStrategy",
            RunStrategy.ALWAYS.word(),
            Shapes.choice(RunStrategy.OFFERED, RunStrategy::word),
            "When Harvester starts a machine again by itself.");

    static final Keys BOOTSTRAP =
            Keys.of(KUBECONFIG, ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);
    static final Keys PROVIDER_CONFIG = Keys.of(ENDPOINT, NAMESPACE, NETWORK, IMAGE, STORAGE_CLASS, UEFI, RUN_STRATEGY);

    private HarvesterKeys() {}
}
