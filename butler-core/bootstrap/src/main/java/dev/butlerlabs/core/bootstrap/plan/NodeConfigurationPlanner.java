package dev.butlerlabs.core.bootstrap.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.ConfigPatch;
import dev.butlerlabs.core.api.ClusterBootstrapSpec.Operation;
import dev.butlerlabs.core.api.MachineAddress;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ProviderProfile.Addressing;
import dev.butlerlabs.core.talos.config.Cni;
import dev.butlerlabs.core.talos.config.ConfigurationGenerator;
import dev.butlerlabs.core.talos.config.Installation;
import dev.butlerlabs.core.talos.config.MachineClusterOptions;
import dev.butlerlabs.core.talos.config.MachineClusterOptionsBuilder;
import dev.butlerlabs.core.talos.config.MachineConfiguration;
import dev.butlerlabs.core.talos.config.MachineNodeOptions;
import dev.butlerlabs.core.talos.config.MachineType;
import dev.butlerlabs.core.talos.image.Schematic;
import dev.butlerlabs.core.talos.patch.ConfigurationPatch;
import dev.butlerlabs.core.talos.patch.PatchApplier;
import dev.butlerlabs.core.talos.secrets.SecretsBundle;
import dev.butlerlabs.core.version.KubernetesVersion;
import dev.butlerlabs.core.version.VersionContract;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Generates the Talos configuration of each machine of a plan. Pure: the same plan, secrets and addresses give the same text. */
public final class NodeConfigurationPlanner {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String LOOPBACK = "127.0.0.1";

    private final ManagementClusterPlan plan;
    private final Optional<String> endpointOnLoopback;
    private final ConfigurationGenerator generator;

    /**
     * @param endpoint the host of the Kubernetes API
     * @param controlPlanes the addresses of the control plane, for its certificates
     */
    public NodeConfigurationPlanner(
            ManagementClusterPlan plan, SecretsBundle secrets, String endpoint, int port, List<String> controlPlanes) {
        this(plan, secrets, endpoint, port, controlPlanes, Optional.empty());
    }

    /**
     * Creates a planner for machines that join a running cluster.
     *
     * @param endpoint the host of the Kubernetes API
     * @param controlPlanes the addresses of the control plane, for its certificates
     * @param kubernetes the version that the cluster runs; empty for the default of the Talos version
     */
    public NodeConfigurationPlanner(
            ManagementClusterPlan plan,
            SecretsBundle secrets,
            String endpoint,
            int port,
            List<String> controlPlanes,
            Optional<KubernetesVersion> kubernetes) {
        this.plan = plan;
        this.endpointOnLoopback = LoopbackEndpointRenderer.address(plan, endpoint);
        MachineClusterOptions options = options(plan, endpoint, port, controlPlanes);
        this.generator = new ConfigurationGenerator(
                kubernetes.map(options::withKubernetes).orElse(options), secrets);
    }

    private static MachineClusterOptions options(
            ManagementClusterPlan plan, String endpoint, int port, List<String> controlPlanes) {
        boolean shared = !plan.hasWorkers();
        return MachineClusterOptionsBuilder.builder()
                .clusterName(plan.cluster())
                .endpoint("https://%s:%d".formatted(endpoint, port))
                .contract(VersionContract.parse(plan.spec().talos().version()))
                .installation(installation(plan))
                .additionalSans(names(plan, endpoint, controlPlanes))
                .podSubnets(List.of(plan.spec().network().podCIDR()))
                .serviceSubnets(List.of(plan.spec().network().serviceCIDR()))
                .cni(new Cni.None())
                .kubeProxy(false)
                .nameservers(nameservers(plan))
                .allowSchedulingOnControlPlanes(shared)
                .excludeFromLoadBalancers(!shared)
                .build();
    }

    /** Returns the names in the certificates of the APIs. Clients verify them also if they connect to a published port of a container. */
    private static List<String> names(ManagementClusterPlan plan, String endpoint, List<String> controlPlanes) {
        return Stream.of(
                        Stream.of(endpoint),
                        controlPlanes.stream(),
                        Stream.of(LOOPBACK).filter(_ -> plan.profile().runsInContainers()))
                .flatMap(names -> names)
                .distinct()
                .toList();
    }

    private static List<String> nameservers(ManagementClusterPlan plan) {
        return NodeAddressAssignment.of(plan.spec())
                .filter(_ -> plan.profile().addressing() == Addressing.TOLD)
                .map(addressing -> addressing.wish().dnsServers())
                .orElse(List.of());
    }

    public static Installation installation(ManagementClusterPlan plan) {
        String schematic = plan.spec().talos().schematic();
        Optional<String> image = Optional.ofNullable(schematic)
                .filter(id -> !id.isBlank())
                .map(id -> Schematic.installer(
                        id,
                        plan.profile().talosPlatform(),
                        false,
                        plan.spec().talos().version()));
        Optional<String> disk = Optional.ofNullable(plan.spec().talos().installDisk());
        return new Installation(disk.or(() -> Optional.of(plan.profile().installDisk())), image, List.of());
    }

    public String of(PlannedMachine machine) {
        MachineType type = machine.role() == MachineRole.CONTROL_PLANE ? MachineType.CONTROL_PLANE : MachineType.WORKER;
        MachineNodeOptions node = new MachineNodeOptions(
                Optional.of(machine.name()), machine.pool().labels(), Map.of(), Map.of(), List.of());
        MachineConfiguration plain = generator.generate(type, node);
        return PatchApplier.apply(plain, patches(machine)).yaml();
    }

    /** Adds the static address to the configuration, since the machine reads the network data only at its first boot. */
    private List<ConfigurationPatch> patches(PlannedMachine machine) {
        Optional<MachineAddress> told =
                machine.address().filter(_ -> plan.profile().addressing() == Addressing.TOLD);
        return Stream.of(
                        withoutSharedAddress(machine).stream(),
                        patches().stream(),
                        loopback(machine).stream(),
                        told.map(StaticNetworkRenderer::patch).stream())
                .flatMap(patches -> patches)
                .toList();
    }

    private Optional<ConfigurationPatch> loopback(PlannedMachine machine) {
        return endpointOnLoopback
                .filter(_ -> machine.role() == MachineRole.CONTROL_PLANE)
                .map(LoopbackEndpointRenderer::patch);
    }

    /**
     * Keeps the kubelet and etcd from using an address that several control planes share: a virtual address moves to another one, and the
     * address of a load balancer is on all of them. Talos excludes only the virtual addresses that it manages itself.
     */
    private Optional<ConfigurationPatch> withoutSharedAddress(PlannedMachine machine) {
        return plan.vip()
                .or(() -> endpointOnLoopback)
                .filter(_ -> machine.role() == MachineRole.CONTROL_PLANE)
                .map(address -> List.of("0.0.0.0/0", "!%s/32".formatted(address)))
                .map(subnets -> new ConfigurationPatch.StrategicMerge(
                        "addresses without the shared address",
                        List.of(Map.of(
                                "machine", Map.of("kubelet", Map.of("nodeIP", Map.of("validSubnets", subnets))),
                                "cluster", Map.of("etcd", Map.of("advertisedSubnets", subnets))))));
    }

    private List<ConfigurationPatch> patches() {
        List<ConfigPatch> wanted = plan.spec().talos().configPatches();
        if (wanted.isEmpty()) {
            return List.of();
        }
        List<Map<?, ?>> operations = new ArrayList<>();
        for (int i = 0; i < wanted.size(); i++) {
            operations.add(operation("spec.talos.configPatches[%d]".formatted(i), wanted.get(i)));
        }
        return Stream.concat(
                        ground(wanted).stream(),
                        Stream.of(new ConfigurationPatch.JsonOperations("spec.talos.configPatches", operations)))
                .toList();
    }

    /** Adds an empty network section. A JSON patch needs an existing parent, and newer Talos releases generate none. */
    private static Optional<ConfigurationPatch> ground(List<ConfigPatch> wanted) {
        return wanted.stream().anyMatch(patch -> patch.path().startsWith("/machine/network/"))
                ? Optional.of(new ConfigurationPatch.StrategicMerge(
                        "the network of the machine", List.of(Map.of("machine", Map.of("network", Map.of())))))
                : Optional.empty();
    }

    private static Map<String, Object> operation(String path, ConfigPatch patch) {
        Map<String, Object> operation = new LinkedHashMap<>();
        operation.put("op", patch.op().name().toLowerCase(Locale.ROOT));
        operation.put("path", patch.path());
        if (patch.op() != Operation.REMOVE) {
            operation.put("value", value(path, patch));
        }
        return operation;
    }

    private static Object value(String path, ConfigPatch patch) {
        try {
            return JSON.readValue(Optional.ofNullable(patch.value()).orElse("null"), Object.class);
        } catch (JsonProcessingException e) {
            throw ButlerException.invalid(
                    "Invalid Talos configuration patch.",
                    List.of(new InputProblem(path + ".value", "is not valid JSON", "put text in double quotes")));
        }
    }
}
