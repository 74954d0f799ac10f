package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.talos.yaml.YamlWriter;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.cluster.TalosHostOptions;
import dev.butlerlabs.sim.fault.FaultPlan;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.infrastructure.Simulators;
import dev.butlerlabs.sim.talos.SimulatedNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** A simulated infrastructure of any provider that outlives the tool, and a bootstrap file for cluster demo on it with the CNI as its addon. */
final class ProviderWorld implements AutoCloseable {
    private static final Set<String> CLOUDS = Set.of("aws", "azure", "gcp");

    private final Path folder;
    private final String talos;
    private final int controlPlanes;
    private final int workers;
    private final FaultPlan faults = FaultPlan.none();
    private final FaultPlan infrastructureFaults = FaultPlan.none();
    private final TalosHost hosts;
    private final SimulatedInfrastructure infrastructure;
    private final Map<String, String> settings = new LinkedHashMap<>();

    ProviderWorld(Path folder, String provider, int controlPlanes, int workers) {
        this(folder, provider, controlPlanes, workers, "v1.12.1");
    }

    ProviderWorld(Path folder, String provider, int controlPlanes, int workers, String talos) {
        this.folder = folder;
        this.talos = talos;
        this.controlPlanes = controlPlanes;
        this.workers = workers;
        hosts = TalosHost.start(TalosHostOptions.quick(talos).withFaults(faults));
        infrastructure = Simulators.load()
                .find(provider)
                .orElseThrow()
                .start(SimulationOptions.standard().withHosts(hosts).withFaults(infrastructureFaults));
    }

    /** Adds a setting of the provider to the bootstrap file. */
    ProviderWorld with(String setting, String value) {
        settings.put(setting, value);
        return this;
    }

    /** Adds an interceptor that sees every request to the machines and to the cluster. */
    ProviderWorld guardedBy(RequestInterceptor interceptor) {
        faults.guardedBy(interceptor);
        return this;
    }

    /** Adds an interceptor that sees every request to the API of the infrastructure. */
    void guardInfrastructure(RequestInterceptor interceptor) {
        infrastructureFaults.guardedBy(interceptor);
    }

    /** Returns the faults of the machines and of the cluster. */
    FaultPlan faults() {
        return faults;
    }

    TalosHost hosts() {
        return hosts;
    }

    SimulatedInfrastructure infrastructure() {
        return infrastructure;
    }

    /** The port of its API. */
    int port() {
        Map<String, Object> settings = infrastructure.settings();
        Object port = settings.get("port");
        String endpoint =
                settings.getOrDefault("endpoint", settings.get("dockerHost")).toString();
        return Integer.parseInt(port == null ? endpoint.substring(endpoint.lastIndexOf(':') + 1) : port.toString());
    }

    Tool butleradm() {
        Map<String, String> credentials = infrastructure.credentials();
        return Tool.of("butleradm", Butleradm.class, Butleradm::commands)
                .with("BUTLER_HOME", folder.resolve("home").toString())
                .with("PRISM_PASSWORD", credentials.getOrDefault("password", ""))
                .with("PROXMOX_TOKEN", credentials.getOrDefault("token", ""))
                .with("AWS_ACCESS_KEY_ID", credentials.getOrDefault("accessKeyID", ""))
                .with("AWS_SECRET_ACCESS_KEY", credentials.getOrDefault("secretAccessKey", ""))
                .with("AZURE_CLIENT_SECRET", credentials.getOrDefault("clientSecret", ""));
    }

    boolean isFinished() {
        return Files.exists(folder.resolve("home/clusters/demo/finished"));
    }

    Path file() throws IOException {
        return file(port());
    }

    /**
     * Writes the bootstrap file.
     *
     * @param port the port at which the tool is to find the API
     */
    Path file(int port) throws IOException {
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("provider", infrastructure.provider());
        document.put(
                "cluster",
                Map.of(
                        "name",
                        "demo",
                        "topology",
                        "ha",
                        "controlPlane",
                        size(controlPlanes),
                        "workers",
                        size(workers)));
        if (!CLOUDS.contains(infrastructure.provider())) {
            document.put("network", Map.of("vip", hosts.freeAddress()));
        }
        document.put("talos", Map.of("version", talos));
        document.put("providerConfig", Map.of(infrastructure.provider(), section(port)));
        return Files.writeString(folder.resolve("demo.yaml"), YamlWriter.write(document) + MinimalAddons.SECTION);
    }

    private static Map<String, Object> size(int replicas) {
        return Map.of("replicas", replicas, "cpu", 4, "memoryMB", 8192, "diskGB", 50);
    }

    private Map<String, Object> section(int port) throws IOException {
        UnaryOperator<String> at = text -> text.replace(":" + port(), ":" + port);
        Map<String, Object> section = new LinkedHashMap<>();
        infrastructure
                .settings()
                .forEach((key, value) -> section.put(key, value instanceof String text ? at.apply(text) : value));
        section.computeIfPresent("port", (key, value) -> port);
        section.putAll(settings);
        switch (infrastructure.provider()) {
            case "nutanix" -> {
                section.put("username", infrastructure.credentials().get("username"));
                section.put("password", "${PRISM_PASSWORD}");
                section.put(
                        "caFile", written("ca.pem", infrastructure.credentials().get("ca.pem")));
            }
            case "harvester" -> {
                section.remove("endpoint");
                String kubeconfig = at.apply(infrastructure.credentials().get("kubeconfig"));
                section.put("kubeconfigPath", written("harvester.kubeconfig", kubeconfig));
            }
            case "proxmox" -> {
                section.remove("vmidRange");
                section.put("token", "${PROXMOX_TOKEN}");
                section.put(
                        "caFile", written("ca.pem", infrastructure.credentials().get("ca.pem")));
            }
            case "gcp" ->
                section.put(
                        "serviceAccountKeyPath",
                        written(
                                "gcp-key.json",
                                at.apply(infrastructure.credentials().get("serviceAccountKey"))));
            case "azure" -> {
                section.put("tenantID", infrastructure.credentials().get("tenantID"));
                section.put("clientID", infrastructure.credentials().get("clientID"));
                section.put("clientSecret", "${AZURE_CLIENT_SECRET}");
                section.put(
                        "caFile", written("ca.pem", infrastructure.credentials().get("ca.pem")));
            }
            case "local" -> {}
            default -> {
                section.put("accessKeyID", "${AWS_ACCESS_KEY_ID}");
                section.put("secretAccessKey", "${AWS_SECRET_ACCESS_KEY}");
            }
        }
        return section;
    }

    private String written(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    List<String> expectedMachines() {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < controlPlanes; i++) {
            names.add("demo-cp-" + i);
        }
        for (int i = 0; i < workers; i++) {
            names.add("demo-worker-" + i);
        }
        return names;
    }

    List<String> machines() {
        return infrastructure.machines().stream().map(SimulatedMachine::name).toList();
    }

    /** How often etcd was started, as each machine of the cluster knows it. */
    List<Integer> etcdStarts() {
        return infrastructure.machines().stream()
                .flatMap(machine -> hosts.machine(machine.id()).stream())
                .map(SimulatedNode::bootstraps)
                .toList();
    }

    @Override
    public void close() {
        infrastructure.close();
        hosts.close();
    }
}
