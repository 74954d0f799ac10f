package dev.butlerlabs.core.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.machine.ProviderValidationResult;
import dev.butlerlabs.core.machine.ProviderValidationResult.Answer;
import dev.butlerlabs.core.provider.PreflightCheck;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** How objects become observations. */
class StatusReadersTest {
    private static final Instant NOW = Instant.parse("2026-11-17T12:00:00Z");

    @Test
    void aNodeIsReadyOnlyIfItsKubeletSaysSo() {
        assertThat(node("{name: a}", "").notReady()).contains("the kubelet has not reported a status yet");
        assertThat(node(
                                "{name: a}",
                                "status: {conditions: [{type: Ready, status: Unknown, message: Kubelet stopped.}]}")
                        .notReady())
                .contains("Kubelet stopped");
        NodeObservation ready = node("{name: a, labels: {node-role.kubernetes.io/control-plane: ''}}", """
                spec: {unschedulable: true}
                status:
                  addresses: [{type: Hostname, address: a}, {type: InternalIP, address: 10.0.0.1}]
                  conditions: [{type: Ready, status: 'True'}, {type: DiskPressure, status: 'True', reason: Full}]
                  nodeInfo: {osImage: Talos (v1.14.1), kubeletVersion: v1.37.2}
                """);
        assertThat(ready.notReady()).isEmpty();
        assertThat(ready.isControlPlane()).isTrue();
        assertThat(ready.isCordoned()).isTrue();
        assertThat(ready.address()).contains("10.0.0.1");
        assertThat(ready.pressures()).containsExactly("DiskPressure: Full");
        assertThat(ready.talos()).hasToString("Optional[v1.14.1]");
    }

    private static NodeObservation node(String metadata, String rest) {
        return KubernetesNodeReader.of(ObjectSerialization.plain()
                .unmarshal("apiVersion: v1\nkind: Node\nmetadata: %s\n%s".formatted(metadata, rest), Node.class));
    }

    @Test
    void aReleasedLeaseHasNoLeader() {
        assertThat(leader("{holderIdentity: '', renewTime: '2026-11-17T11:59:50.000000Z'}"))
                .isEmpty();
        assertThat(leader(
                        "{holderIdentity: pod-a, leaseDurationSeconds: 15, renewTime: '2026-11-17T11:59:50.000000Z'}"))
                .contains(new ControllersObservation.Leader("pod-a", Duration.ofSeconds(10), Duration.ofSeconds(15)));
    }

    private static Optional<ControllersObservation.Leader> leader(String spec) {
        return ControllersStatusReader.of(
                        Optional.empty(), Optional.of(lease("{name: butler-controllers}", spec)), List.of(), NOW)
                .leader();
    }

    private static Lease lease(String metadata, String spec) {
        return ObjectSerialization.plain()
                .unmarshal(
                        "apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: %s\nspec: %s"
                                .formatted(metadata, spec),
                        Lease.class);
    }

    @Test
    void countsTheShardsOfEachHolder() {
        String held = "{holderIdentity: pod-a, leaseDurationSeconds: 15, renewTime: '2026-11-17T11:59:50.000000Z'}";
        String expired = "{holderIdentity: pod-b, leaseDurationSeconds: 15, renewTime: '2026-11-17T11:50:00.000000Z'}";
        Lease leader = lease("{name: butler-controllers, annotations: {butler.butlerlabs.dev/shards: '4'}}", held);
        List<Lease> leases = List.of(
                lease("{name: butler-controllers-shard-0-of-4}", held),
                lease("{name: butler-controllers-shard-1-of-4}", held),
                lease("{name: butler-controllers-shard-2-of-4}", expired),
                lease("{name: butler-controllers-shard-3-of-8}", held));

        ControllersObservation observed =
                ControllersStatusReader.of(Optional.empty(), Optional.of(leader), leases, NOW);

        assertThat(observed.shards())
                .contains(new ShardsObservation(4, new TreeMap<>(Map.of("pod-a", 2)), List.of(2, 3)));
        assertThat(ControllersStatusReader.of(
                                Optional.empty(), Optional.of(lease("{name: butler-controllers}", held)), leases, NOW)
                        .shards())
                .isEmpty();
    }

    @Test
    void theHeadroomIsTheAnswerOfTheQuotaCheck() {
        ProviderValidationResult result = new ProviderValidationResult(
                "v1.6.1",
                List.of(
                        new Answer("Credentials", "?", new PreflightCheck.Result.Failed("Rejected.", "Renew them.")),
                        new Answer("Quota", "?", new PreflightCheck.Result.Passed("40 of 64 CPUs free"))));

        ProviderObservation.Probe probe = ProviderStatusReader.probe(result);

        assertThat(probe.headroom()).contains("40 of 64 CPUs free");
        assertThat(probe.failures()).containsExactly("credentials: Rejected. Renew them");
    }

    @Test
    void aTenantClusterWithoutAStatusIsPending() {
        TenantObservation tenant = LiveStatusSources.tenant(object("spec: {kubernetesVersion: v1.37.2}"));

        assertThat(tenant.phase()).isEqualTo("Pending");
        assertThat(tenant.kubernetes()).hasToString("Optional[v1.37.2]");
        assertThat(LiveStatusSources.tenant(object("status: {phase: Failed, lastTransitionTime: yesterday,"
                                + " conditions: [{type: Ready, message: Out of addresses.}]}"))
                        .message())
                .isEqualTo("out of addresses");
    }

    @Test
    void aFailedScheduleHasAReason() {
        assertThat(LiveStatusSources.backup(object("spec: {schedule: 30 2 * * *}"))
                        .phase())
                .isEmpty();
        BackupObservation failed = LiveStatusSources.backup(object("""
                spec: {schedule: 30 2 * * *}
                status:
                  phase: Failed
                  nextTime: 2026-11-18T02:30:00Z
                  lastBackup: {time: 2026-11-17T02:30:01Z}
                  conditions: [{type: Ready, message: "BackupCurrent: No space left."}]
                """));
        assertThat(failed.failure()).contains("no space left");
        assertThat(failed.last()).contains(Instant.parse("2026-11-17T02:30:01Z"));
        assertThat(failed.next()).contains(Instant.parse("2026-11-18T02:30:00Z"));
    }

    @Test
    void aPoolWithoutAStatusHasNoUsage() {
        assertThat(LiveStatusSources.pool(object("spec: {}")).usage()).isEmpty();
        assertThat(LiveStatusSources.pool(object("status: {totalIPs: 8, allocatedIPs: 3, availableIPs: 5}"))
                        .usage())
                .contains(new PoolObservation.Usage(8, 3, 5));
    }

    private static GenericKubernetesResource object(String rest) {
        return ObjectSerialization.plain()
                .unmarshal(
                        "apiVersion: butler.butlerlabs.dev/v1alpha1\nkind: Any\nmetadata: {name: a, namespace: b}\n"
                                + rest,
                        GenericKubernetesResource.class);
    }
}
