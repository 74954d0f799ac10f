package dev.butlerlabs.core.provider.harvester;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** The resource types of a Harvester cluster that Butler uses. */
enum HarvesterResourceType {
    VIRTUAL_MACHINE("kubevirt.io", "v1", "VirtualMachine", "virtualmachines", "virtual machine"),
    INSTANCE("kubevirt.io", "v1", "VirtualMachineInstance", "virtualmachineinstances", "virtual machine instance"),
    VOLUME("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims", "volume"),
    SECRET("", "v1", "Secret", "secrets", "secret"),
    IMAGE("harvesterhci.io", "v1beta1", "VirtualMachineImage", "virtualmachineimages", "image"),
    NETWORK(
            "k8s.cni.cncf.io",
            "v1",
            "NetworkAttachmentDefinition",
            "network-attachment-definitions",
            "virtual machine network"),
    QUOTA("", "v1", "ResourceQuota", "resourcequotas", "resource quota"),
    STORAGE_CLASS("storage.k8s.io", "v1", "StorageClass", "storageclasses", "storage class"),
    SETTING("harvesterhci.io", "v1beta1", "Setting", "settings", "setting");

    private final String group;
    private final String version;
    private final String kind;
    private final String plural;
    private final String title;

    HarvesterResourceType(String group, String version, String kind, String plural, String title) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.plural = plural;
        this.title = title;
    }

    String group() {
        return group;
    }

    String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    String kind() {
        return kind;
    }

    String plural() {
        return plural;
    }

    /** Returns the name for messages. */
    String title() {
        return title;
    }

    boolean isNamespaced() {
        return this != STORAGE_CLASS && this != SETTING;
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(isNamespaced())
                .build();
    }

    /** Returns the API path of an object. */
    String path(String namespace, String name) {
        String root = group.isEmpty() ? "/api/" : "/apis/";
        String scope = isNamespaced() ? "/namespaces/" + namespace : "";
        return root + apiVersion() + scope + "/" + plural + "/" + name;
    }
}
