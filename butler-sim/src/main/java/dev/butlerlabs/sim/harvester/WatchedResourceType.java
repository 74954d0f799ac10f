package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Resource types that the simulator changes. */
enum WatchedResourceType {
    MACHINE("kubevirt.io", "v1", "VirtualMachine", "virtualmachines"),
    INSTANCE("kubevirt.io", "v1", "VirtualMachineInstance", "virtualmachineinstances"),
    IMAGE("harvesterhci.io", "v1beta1", "VirtualMachineImage", "virtualmachineimages"),
    VOLUME("", "v1", "PersistentVolumeClaim", "persistentvolumeclaims"),
    SECRET("", "v1", "Secret", "secrets");

    private final String group;
    private final String version;
    private final String kind;
    private final String plural;

    WatchedResourceType(String group, String version, String kind, String plural) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.plural = plural;
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

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
