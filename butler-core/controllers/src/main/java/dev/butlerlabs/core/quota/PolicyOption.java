package dev.butlerlabs.core.quota;

import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpec.ControlPlane;
import dev.butlerlabs.core.api.TenantClusterSpec.MachineTemplate;
import dev.butlerlabs.core.api.TenantClusterSpec.Networking;
import dev.butlerlabs.core.api.TenantClusterSpec.OperatingSystem;
import dev.butlerlabs.core.api.TenantClusterSpec.Workers;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** A field of a TenantCluster that a ClusterCreationPolicy can restrict. Its name is the path below {@code spec}. */
public enum PolicyOption {
    KUBERNETES_VERSION("kubernetesVersion"),
    PROVIDER_CONFIG("providerConfigRef.name"),
    CONTROL_PLANE_REPLICAS("controlPlane.replicas"),
    SERVICE_TYPE("controlPlane.serviceType"),
    WORKERS("workers.replicas"),
    CPU("workers.machineTemplate.cpu"),
    MEMORY("workers.machineTemplate.memory"),
    DISK_SIZE("workers.machineTemplate.diskSize"),
    OS_TYPE("workers.machineTemplate.os.type"),
    OS_VERSION("workers.machineTemplate.os.version"),
    IMAGE("workers.machineTemplate.os.imageRef"),
    SCHEMATIC("workers.machineTemplate.os.schematicID"),
    POD_CIDR("networking.podCIDR"),
    SERVICE_CIDR("networking.serviceCIDR");

    private final String path;

    PolicyOption(String path) {
        this.path = path;
    }

    /** Returns the name of the option in a policy, which is the path of the field below {@code spec}. */
    public String path() {
        return path;
    }

    /** Returns whether the option decides how much a cluster uses. */
    boolean isSize() {
        return this == WORKERS || this == CPU || this == MEMORY || this == DISK_SIZE;
    }

    static Optional<PolicyOption> named(String path) {
        return Stream.of(values()).filter(option -> option.path.equals(path)).findFirst();
    }

    /** Returns the values that a cluster sets, by path. */
    static Map<String, String> valuesOf(TenantCluster cluster) {
        Optional<TenantClusterSpec> spec = Optional.ofNullable(cluster.getSpec());
        Map<String, String> values = new LinkedHashMap<>();
        for (PolicyOption option : values()) {
            option.valueIn(spec).map(PolicyOption::text).ifPresent(text -> values.put(option.path, text));
        }
        return values;
    }

    private Optional<?> valueIn(Optional<TenantClusterSpec> spec) {
        Optional<Workers> workers = spec.map(TenantClusterSpec::workers);
        Optional<MachineTemplate> machine = workers.map(Workers::machineTemplate);
        Optional<OperatingSystem> system = machine.map(MachineTemplate::os);
        return switch (this) {
            case KUBERNETES_VERSION -> spec.map(TenantClusterSpec::kubernetesVersion);
            case PROVIDER_CONFIG ->
                spec.map(TenantClusterSpec::providerConfigRef).map(ObjectReference::name);
            case CONTROL_PLANE_REPLICAS ->
                spec.map(TenantClusterSpec::controlPlane).map(ControlPlane::replicas);
            case SERVICE_TYPE -> spec.map(TenantClusterSpec::controlPlane).map(ControlPlane::serviceType);
            case WORKERS -> workers.map(Workers::replicas);
            case CPU -> machine.map(MachineTemplate::cpu);
            case MEMORY -> machine.map(MachineTemplate::memory);
            case DISK_SIZE -> machine.map(MachineTemplate::diskSize);
            case OS_TYPE -> system.map(OperatingSystem::type);
            case OS_VERSION -> system.map(OperatingSystem::version);
            case IMAGE -> system.map(OperatingSystem::imageRef);
            case SCHEMATIC -> system.map(OperatingSystem::schematicID);
            case POD_CIDR -> spec.map(TenantClusterSpec::networking).map(Networking::podCIDR);
            case SERVICE_CIDR -> spec.map(TenantClusterSpec::networking).map(Networking::serviceCIDR);
        };
    }

    /** Returns a value as YAML shows it. */
    private static String text(Object value) {
        return switch (value) {
            case OperatingSystem.Type type -> type.name().toLowerCase(Locale.ROOT);
            case ControlPlane.ServiceType type ->
                switch (type) {
                    case LOAD_BALANCER -> "LoadBalancer";
                    case NODE_PORT -> "NodePort";
                    case CLUSTER_IP -> "ClusterIP";
                };
            default -> value.toString();
        };
    }
}
