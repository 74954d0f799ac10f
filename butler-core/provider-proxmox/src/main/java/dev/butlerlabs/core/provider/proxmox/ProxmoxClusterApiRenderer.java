package dev.butlerlabs.core.provider.proxmox;

import dev.butlerlabs.core.api.AddressRange;
import dev.butlerlabs.core.api.InfrastructureOverride;
import dev.butlerlabs.core.api.ProviderConfigSpec;
import dev.butlerlabs.core.api.ProviderNetwork;
import dev.butlerlabs.core.provider.clusterapi.ApiEndpoint;
import dev.butlerlabs.core.provider.clusterapi.BlankTextFilter;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiRenderer;
import dev.butlerlabs.core.provider.clusterapi.ClusterApiResourceTypes;
import dev.butlerlabs.core.provider.clusterapi.RenderProblemCollector;
import dev.butlerlabs.core.provider.clusterapi.TenantCredentials;
import dev.butlerlabs.core.provider.clusterapi.TenantNames;
import dev.butlerlabs.core.provider.clusterapi.TenantRenderInput;
import dev.butlerlabs.core.provider.clusterapi.UnstructuredFieldMap;
import dev.butlerlabs.core.provider.clusterapi.WorkerSpec;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Renders machines of Proxmox VE. They get static addresses, since Proxmox assigns none. */
final class ProxmoxClusterApiRenderer implements ClusterApiRenderer {
    private static final String NETWORK = "ProviderConfig spec.network";

    @Override
    public ClusterApiResourceTypes kinds() {
        return new ClusterApiResourceTypes(
                "proxmox", "infrastructure.cluster.x-k8s.io/v1alpha1", "ProxmoxCluster", "ProxmoxMachineTemplate");
    }

    @Override
    public List<HasMetadata> access(TenantRenderInput plan, RenderProblemCollector findings) {
        String token = new TenantCredentials(plan, findings).require("token");
        int equals = token.indexOf('=');
        if (equals < 0 && !token.isEmpty()) {
            findings.add(
                    "ProviderConfig spec.credentialsRef",
                    "The token in the Secret must have the form user@realm!name=secret.");
        }
        return List.of(plan.parts()
                .secret(
                        TenantNames.credentials(plan.cluster()),
                        Map.of(
                                "url",
                                settings(plan)
                                        .map(ProviderConfigSpec.Proxmox::endpoint)
                                        .orElse(""),
                                "token",
                                token.substring(0, Math.max(equals, 0)),
                                "secret",
                                token.substring(equals + 1))));
    }

    @Override
    public UnstructuredFieldMap cluster(TenantRenderInput plan, RenderProblemCollector findings) {
        return UnstructuredFieldMap.of("externalManagedControlPlane", true)
                .put("controlPlaneEndpoint", plan.endpoint().map(ApiEndpoint::fields))
                .put("allowedNodes", hosts(plan, findings))
                .put(
                        "credentialsRef",
                        UnstructuredFieldMap.of("name", TenantNames.credentials(plan.cluster()))
                                .put("namespace", plan.namespace()))
                .put("dnsServers", nameServers(plan, findings))
                .put("ipv4Config", addresses(plan, findings));
    }

    private static List<String> nameServers(TenantRenderInput plan, RenderProblemCollector findings) {
        return findings.require(
                plan.network().map(ProviderNetwork::dnsServers).filter(servers -> !servers.isEmpty()),
                List.of(),
                NETWORK + ".dnsServers",
                "Machines on Proxmox have static addresses, so their DNS servers are required.");
    }

    private static UnstructuredFieldMap addresses(TenantRenderInput plan, RenderProblemCollector findings) {
        String subnet = findings.require(
                plan.network()
                        .map(ProviderNetwork::subnet)
                        .flatMap(BlankTextFilter::given)
                        .filter(text -> text.contains("/")),
                "0.0.0.0/0",
                NETWORK + ".subnet",
                "Machines on Proxmox have static addresses, so their subnet is required, such as 10.0.0.0/24.");
        String gateway = findings.require(
                plan.network().map(ProviderNetwork::gateway).flatMap(BlankTextFilter::given),
                NETWORK + ".gateway",
                "Machines on Proxmox have static addresses, so their gateway is required.");
        List<AddressRange> ranges = findings.require(
                Optional.of(plan.addresses().nodes()).filter(given -> !given.isEmpty()),
                List.of(),
                NETWORK + ".poolRefs",
                "Machines on Proxmox have static addresses, and none are allocated to this cluster.");
        return UnstructuredFieldMap.of(
                        "addresses",
                        ranges.stream()
                                .map(range -> range.start() + "-" + range.end())
                                .toList())
                .put("gateway", gateway)
                .put("prefix", Integer.parseInt(subnet.substring(subnet.indexOf('/') + 1)))
                .put("metric", 100);
    }

    @Override
    public UnstructuredFieldMap machine(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        List<String> hosts = hosts(plan, findings);
        return UnstructuredFieldMap.of("sourceNode", hosts.isEmpty() ? "" : hosts.getFirst())
                .put("allowedNodes", hosts)
                .put("templateID", template(plan, worker, findings))
                .put("full", true)
                .put("storage", storage(plan, findings))
                .put("numSockets", 1)
                .put("numCores", worker.cpu())
                .put("memoryMiB", worker.memoryMiB())
                .put(
                        "disks",
                        UnstructuredFieldMap.of(
                                "bootVolume",
                                UnstructuredFieldMap.of("disk", "scsi0").put("sizeGb", worker.diskGiB())))
                .put(
                        "vmIDRange",
                        settings(plan)
                                .map(ProviderConfigSpec.Proxmox::vmidRange)
                                .map(range -> UnstructuredFieldMap.of("start", range.start())
                                        .put("end", range.end())))
                .put("metadataSettings", UnstructuredFieldMap.of("providerIDInjection", true))
                .put("checks", checks(worker))
                .put("tags", List.of("butler", plan.name()));
    }

    /** Talos runs neither cloud-init nor the guest agent. */
    private static UnstructuredFieldMap checks(WorkerSpec worker) {
        return worker.hasCloudInit()
                ? UnstructuredFieldMap.of()
                : UnstructuredFieldMap.of("skipCloudInitStatus", true).put("skipQemuGuestAgent", true);
    }

    private static List<String> hosts(TenantRenderInput plan, RenderProblemCollector findings) {
        Optional<List<String>> chosen = override(plan)
                .map(InfrastructureOverride.Proxmox::node)
                .flatMap(BlankTextFilter::given)
                .map(List::of);
        return findings.require(
                chosen.or(() ->
                        settings(plan).map(ProviderConfigSpec.Proxmox::nodes).filter(nodes -> !nodes.isEmpty())),
                List.of(),
                "ProviderConfig spec.proxmox.nodes",
                "The Proxmox nodes that run the machines are missing.");
    }

    private static String storage(TenantRenderInput plan, RenderProblemCollector findings) {
        return findings.require(
                override(plan)
                        .map(InfrastructureOverride.Proxmox::storage)
                        .flatMap(BlankTextFilter::given)
                        .or(() -> settings(plan)
                                .map(ProviderConfigSpec.Proxmox::storage)
                                .flatMap(BlankTextFilter::given)),
                "ProviderConfig spec.proxmox.storage",
                "The storage for the disks is missing.");
    }

    private static long template(TenantRenderInput plan, WorkerSpec worker, RenderProblemCollector findings) {
        Optional<Long> named =
                worker.image().filter(image -> image.matches("\\d{1,9}")).map(Long::valueOf);
        return findings.require(
                named.or(() -> override(plan).map(InfrastructureOverride.Proxmox::templateID))
                        .or(() -> settings(plan)
                                .map(ProviderConfigSpec.Proxmox::templateID)
                                .map(Integer::longValue)),
                0L,
                "spec.workers.machineTemplate.os.imageRef",
                "The ID of the template to clone is missing here and in the ProviderConfig.");
    }

    private static Optional<ProviderConfigSpec.Proxmox> settings(TenantRenderInput plan) {
        return Optional.ofNullable(plan.infrastructure().proxmox());
    }

    private static Optional<InfrastructureOverride.Proxmox> override(TenantRenderInput plan) {
        return Optional.ofNullable(plan.spec().infrastructureOverride()).map(InfrastructureOverride::proxmox);
    }

    @Override
    public Optional<String> bootProviderId() {
        return Optional.of("proxmox://{{ ds.meta_data.instance_id }}");
    }
}
