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
import java.util.function.Function;
import java.util.stream.Stream;

/** A field of a TenantCluster that a ClusterCreationPolicy can restrict. Its name is the path below {@code spec}. */
public enum PolicyOption {
    KUBERNETES_VERSION("kubernetesVersion", spec -> spec.map(TenantClusterSpec::kubernetesVersion)),
    PROVIDER_CONFIG(
            "providerConfigRef.name",
            spec -> spec.map(TenantClusterSpec::providerConfigRef).map(ObjectReference::name)),
    CONTROL_PLANE_REPLICAS("controlPlane.replicas", spec -> plane(spec).map(ControlPlane::replicas)),
    SERVICE_TYPE("controlPlane.serviceType", spec -> plane(spec).map(ControlPlane::serviceType)),
    WORKERS("workers.replicas", spec -> spec.map(TenantClusterSpec::workers).map(Workers::replicas)),
    CPU("workers.machineTemplate.cpu", spec -> machine(spec).map(MachineTemplate::cpu)),
    MEMORY("workers.machineTemplate.memory", spec -> machine(spec).map(MachineTemplate::memory)),
    DISK_SIZE("workers.machineTemplate.diskSize", spec -> machine(spec).map(MachineTemplate::diskSize)),
    OS_TYPE("workers.machineTemplate.os.type", spec -> system(spec).map(OperatingSystem::type)),
    OS_VERSION("workers.machineTemplate.os.version", spec -> system(spec).map(OperatingSystem::version)),
    IMAGE("workers.machineTemplate.os.imageRef", spec -> system(spec).map(OperatingSystem::imageRef)),
    SCHEMATIC("workers.machineTemplate.os.schematicID", spec -> system(spec).map(OperatingSystem::schematicID)),
    POD_CIDR("networking.podCIDR", spec -> network(spec).map(Networking::podCIDR)),
    SERVICE_CIDR("networking.serviceCIDR", spec -> network(spec).map(Networking::serviceCIDR));

    private final String path;
    private final Function<Optional<TenantClusterSpec>, Optional<?>> value;

    PolicyOption(String path, Function<Optional<TenantClusterSpec>, Optional<?>> value) {
        this.path = path;
        this.value = value;
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
            option.value.apply(spec).map(PolicyOption::text).ifPresent(text -> values.put(option.path, text));
        }
        return values;
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

    private static Optional<ControlPlane> plane(Optional<TenantClusterSpec> spec) {
        return spec.map(TenantClusterSpec::controlPlane);
    }

    private static Optional<MachineTemplate> machine(Optional<TenantClusterSpec> spec) {
        return spec.map(TenantClusterSpec::workers).map(Workers::machineTemplate);
    }

    private static Optional<OperatingSystem> system(Optional<TenantClusterSpec> spec) {
        return machine(spec).map(MachineTemplate::os);
    }

    private static Optional<Networking> network(Optional<TenantClusterSpec> spec) {
        return spec.map(TenantClusterSpec::networking);
    }
}
