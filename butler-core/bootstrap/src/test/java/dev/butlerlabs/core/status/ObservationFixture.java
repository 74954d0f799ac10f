package dev.butlerlabs.core.status;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.talos.client.MachineStage;
import dev.butlerlabs.core.talos.client.MachineStatus;
import dev.butlerlabs.core.talos.client.NodeService;
import dev.butlerlabs.core.version.ReleaseVersion;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A healthy cluster of three control planes and one worker, of which tests replace parts. */
final class ObservationFixture {
    static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    SourceResult<List<NodeObservation>> nodes = SourceResult.of(List.of(
            node("cp-0", "10.0.0.10"), node("cp-1", "10.0.0.11"), node("cp-2", "10.0.0.12"), node("w-0", "10.0.0.20")));
    SourceResult<TalosObservation> talos = SourceResult.of(talos(Map.of(
            "10.0.0.10", SourceResult.of(machine("cp-0")),
            "10.0.0.11", SourceResult.of(machine("cp-1")),
            "10.0.0.12", SourceResult.of(machine("cp-2")),
            "10.0.0.20", SourceResult.of(machine("w-0")))));
    SourceResult<List<AddonObservation>> addons = SourceResult.of(
            List.of(new AddonObservation("cilium", Optional.of("1.17.0"), "1.17.0", Optional.empty(), false)));
    SourceResult<ControllersObservation> controllers = SourceResult.of(controllers(2, Duration.ofSeconds(2)));
    SourceResult<List<ProviderObservation>> providers = SourceResult.of(List.of(new ProviderObservation(
            "butler-system",
            "rack-one",
            "harvester",
            Optional.empty(),
            SourceResult.of(new ProviderObservation.Probe("v1.6.1", Optional.of("40 CPUs free"), List.of())))));
    SourceResult<List<PoolObservation>> pools = SourceResult.of(List.of(pool("lab", 100, 40)));
    SourceResult<List<TenantObservation>> tenants =
            SourceResult.of(List.of(tenant("web", "Ready", Duration.ofDays(3), "v1.37.2")));
    SourceResult<List<BackupObservation>> backups = SourceResult.of(List.of());
    SourceResult<List<CertificateObservation>> certificates =
            SourceResult.of(List.of(certificate(CertificateObservation.Kind.KUBECONFIG, 365, 200)));

    ClusterObservation observation() {
        return new ClusterObservation(
                "https://10.0.0.5:6443",
                NOW,
                nodes,
                talos,
                addons,
                controllers,
                providers,
                pools,
                tenants,
                backups,
                certificates);
    }

    static NodeObservation node(String name, String address) {
        return node(name, address, Optional.empty());
    }

    static NodeObservation node(String name, String address, Optional<String> notReady) {
        return new NodeObservation(
                name,
                name.startsWith("cp"),
                Optional.of(address),
                notReady,
                false,
                List.of(),
                ReleaseVersion.find("v1.14.1"),
                ReleaseVersion.find("v1.37.2"));
    }

    static TalosObservation talos(Map<String, SourceResult<TalosObservation.Machine>> machines) {
        return new TalosObservation(machines, SourceResult.of(List.of(member("cp-0"), member("cp-1"), member("cp-2"))));
    }

    static EtcdMember member(String name) {
        return new EtcdMember(name.hashCode(), name, List.of(), List.of(), false);
    }

    static TalosObservation.Machine machine(String name) {
        return machine(name, "Running");
    }

    static TalosObservation.Machine machine(String name, String etcd) {
        NodeService kubelet = new NodeService("kubelet", "Running", NodeService.Health.HEALTHY, "");
        NodeService store = new NodeService("etcd", etcd, NodeService.Health.UNKNOWN, "disk full");
        return new TalosObservation.Machine(
                name,
                "v1.14.1",
                new MachineStatus(MachineStage.RUNNING, true, List.of()),
                name.startsWith("cp") ? List.of(kubelet, store) : List.of(kubelet));
    }

    static ControllersObservation controllers(int ready, Duration sinceRenewal) {
        return new ControllersObservation(
                Optional.of(2),
                ready,
                Optional.of("butler-controllers:0.1.0"),
                Optional.of(new ControllersObservation.Leader("pod-a", sinceRenewal, Duration.ofSeconds(15))),
                Optional.empty());
    }

    static PoolObservation pool(String name, int total, int free) {
        return new PoolObservation(
                "butler-system", name, Optional.of(new PoolObservation.Usage(total, total - free, free)));
    }

    static TenantObservation tenant(String name, String phase, Duration since, String version) {
        return new TenantObservation(
                "team-a", name, phase, Optional.of(NOW.minus(since)), "", ReleaseVersion.find(version));
    }

    static CertificateObservation certificate(CertificateObservation.Kind kind, int lifetimeDays, int leftDays) {
        Instant until = NOW.plus(Duration.ofDays(leftDays));
        return new CertificateObservation(kind, "file", until.minus(Duration.ofDays(lifetimeDays)), until);
    }

    static <T> SourceResult<T> unreachable() {
        return new SourceResult.Unknown<>(ErrorCode.UNREACHABLE, "listing failed: connection refused");
    }
}
