package dev.butlerlabs.sim.harvester;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** Resource types that change while machines run. */
enum WatchedResourceType {
    MACHINE("kubevirt.io", "VirtualMachine", "virtualmachines"),
    INSTANCE("kubevirt.io", "VirtualMachineInstance", "virtualmachineinstances"),
    VOLUME("", "PersistentVolumeClaim", "persistentvolumeclaims"),
    SECRET("", "Secret", "secrets");

    private final String group;
    private final String kind;
    private final String plural;

    WatchedResourceType(String group, String kind, String plural) {
        this.group = group;
        this.kind = kind;
        this.plural = plural;
    }

    String apiVersion() {
        return group.isEmpty() ? "v1" : group + "/v1";
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
                .withVersion("v1")
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
