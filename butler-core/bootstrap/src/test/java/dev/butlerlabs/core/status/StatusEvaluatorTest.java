package dev.butlerlabs.core.status;

import static dev.butlerlabs.core.status.ObservationFixture.certificate;
import static dev.butlerlabs.core.status.ObservationFixture.controllers;
import static dev.butlerlabs.core.status.ObservationFixture.machine;
import static dev.butlerlabs.core.status.ObservationFixture.node;
import static dev.butlerlabs.core.status.ObservationFixture.pool;
import static dev.butlerlabs.core.status.ObservationFixture.tenant;
import static dev.butlerlabs.core.status.ObservationFixture.unreachable;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.status.CertificateObservation.Kind;
import dev.butlerlabs.core.talos.client.EtcdMember;
import dev.butlerlabs.core.version.ReleaseVersion;
import dev.butlerlabs.core.version.VersionList;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StatusEvaluatorTest {
    private static final NextCommands COMMANDS = new NextCommands(
            "demo", Optional.of("clusters/my kubeconfig"), Optional.empty(), Optional.of("clusters/talosconfig"));

    private final ObservationFixture fixture = new ObservationFixture();

    @Test
    void aClusterWithoutProblemsIsHealthy() {
        ClusterStatus status = evaluate();

        assertThat(status.problems()).isEmpty();
        assertThat(status.health()).isEqualTo(ClusterHealth.HEALTHY);
        assertThat(status.outcome()).isEmpty();
        assertThat(status.nodes())
                .extracting(NodeSummary::name, NodeSummary::machine, NodeSummary::etcd)
                .containsExactly(
                        tuple("cp-0", "running", "member"),
                        tuple("cp-1", "running", "member"),
                        tuple("cp-2", "running", "member"),
                        tuple("w-0", "running", ""));
    }

    @Test
    void aControlPlaneThatIsNotReadyIsCriticalAndAWorkerIsAWarning() {
        fixture.nodes = SourceResult.of(List.of(
                node("w-0", "10.0.0.20", Optional.of("kubelet stopped")),
                node("cp-0", "10.0.0.10", Optional.of("no network"))));
        fixture.talos = new SourceResult.Skipped<>("no talosconfig is known");

        assertThat(lines())
                .containsExactly(
                        "critical node cp-0: not ready: no network | kubectl --kubeconfig 'clusters/my kubeconfig' describe node cp-0",
                        "warning node w-0: not ready: kubelet stopped | kubectl --kubeconfig 'clusters/my kubeconfig' describe node w-0");
        assertThat(evaluate().outcome()).contains(ErrorKind.DEGRADED);
    }

    @Test
    void countsHealthyMembersAgainstTheQuorum() {
        fixture.talos = SourceResult.of(ObservationFixture.talos(Map.of(
                "10.0.0.10", SourceResult.of(machine("cp-0")),
                "10.0.0.11", SourceResult.of(machine("cp-1", "Failed")),
                "10.0.0.12", SourceResult.of(machine("cp-2")))));

        assertThat(lines())
                .containsExactly(
                        "critical etcd: 2/3 members healthy, one more failure stops the cluster"
                                + " | butleradm node replace cp-1 demo",
                        "warning machine cp-1: service etcd is Failed: disk full"
                                + " | butleradm talos logs etcd --tail 50 --nodes 10.0.0.11 --talosconfig clusters/talosconfig");
    }

    @Test
    void reportsTheLossOfTheQuorum() {
        fixture.talos = SourceResult.of(ObservationFixture.talos(Map.of(
                "10.0.0.10", SourceResult.of(machine("cp-0")),
                "10.0.0.11", unreachable(),
                "10.0.0.12", unreachable())));

        assertThat(lines().getFirst()).startsWith("critical etcd: 1/3 members healthy, 2 are needed");
    }

    @Test
    void suggestsToReplaceANodeWhoseMachineDoesNotAnswer() {
        fixture.nodes = SourceResult.of(List.of(
                node("cp-0", "10.0.0.10"),
                node("cp-1", "10.0.0.11", Optional.of("kubelet stopped")),
                node("cp-2", "10.0.0.12", Optional.of("no network")),
                node("w-0", "10.0.0.20", Optional.of("kubelet stopped"))));
        fixture.talos = SourceResult.of(ObservationFixture.talos(Map.of(
                "10.0.0.10", SourceResult.of(machine("cp-0")),
                "10.0.0.11", unreachable(),
                "10.0.0.12", SourceResult.of(machine("cp-2")),
                "10.0.0.20", unreachable())));

        assertThat(commands())
                .containsEntry("node cp-1", "butleradm node replace cp-1 demo")
                .containsEntry("node cp-2", "kubectl --kubeconfig 'clusters/my kubeconfig' describe node cp-2")
                .containsEntry("node w-0", "butleradm node replace w-0 demo")
                .containsEntry("etcd", "butleradm node replace cp-1 demo");
    }

    @Test
    void suggestsNoReplacementWithoutTheQuorumOfEtcd() {
        fixture.nodes = SourceResult.of(List.of(
                node("cp-0", "10.0.0.10"),
                node("cp-1", "10.0.0.11", Optional.of("kubelet stopped")),
                node("cp-2", "10.0.0.12", Optional.of("kubelet stopped"))));
        fixture.talos = SourceResult.of(ObservationFixture.talos(Map.of(
                "10.0.0.10", SourceResult.of(machine("cp-0")),
                "10.0.0.11", unreachable(),
                "10.0.0.12", unreachable())));

        assertThat(commands().values()).noneMatch(command -> command.contains("node replace"));
    }

    @Test
    void suggestsToRotateClientCertificatesThatExpire() {
        fixture.certificates =
                SourceResult.of(List.of(certificate(Kind.KUBECONFIG, 365, 20), certificate(Kind.TALOSCONFIG, 365, -1)));

        assertThat(commands().values()).containsOnly("butleradm certs rotate demo");
    }

    private Map<String, String> commands() {
        return evaluate().problems().stream()
                .collect(Collectors.toMap(StatusProblem::subject, StatusProblem::command, (one, other) -> one));
    }

    @Test
    void reportsMembersThatDoNotMatchTheNodes() {
        EtcdMember learner = new EtcdMember(1, "cp-2", List.of(), List.of(), true);
        fixture.talos = SourceResult.of(new TalosObservation(
                Map.of("10.0.0.10", SourceResult.of(machine("cp-0"))),
                SourceResult.of(List.of(ObservationFixture.member("cp-0"), learner))));

        assertThat(evaluate().problems())
                .extracting(problem -> problem.severity() + " " + problem.subject() + ": " + problem.message())
                .containsExactly(
                        "critical node cp-1: control plane node is not a member of etcd",
                        "warning etcd: member cp-2 is a learner and does not vote");
        assertThat(evaluate().nodes())
                .extracting(NodeSummary::etcd)
                .containsExactly("member", "missing", "learner", "");
    }

    @Test
    void aSourceThatCannotBeReadIsALineAndDoesNotHideTheOthers() {
        fixture.addons = new SourceResult.Unknown<>(ErrorCode.FORBIDDEN, "listing secrets failed: forbidden");
        fixture.pools = SourceResult.of(List.of(pool("lab", 100, 0)));

        assertThat(lines())
                .containsExactly(
                        "warning pool lab: 0 of 100 addresses free"
                                + " | butleradm pool usage lab -n butler-system --kubeconfig 'clusters/my kubeconfig'",
                        "unknown addons: unknown because listing secrets failed: forbidden"
                                + " | kubectl --kubeconfig 'clusters/my kubeconfig' auth whoami");
    }

    @Test
    void schedulesWithoutCurrentBackupsAreReported() {
        Instant now = ObservationFixture.NOW;
        Optional<Instant> last = Optional.of(Instant.parse("2026-11-10T02:30:00Z"));
        Optional<Instant> soon = Optional.of(now.plusSeconds(60));
        Optional<Instant> missed = Optional.of(now.minus(Duration.ofMinutes(20)));
        fixture.backups = SourceResult.of(List.of(
                new BackupObservation("a", "30 2 * * *", "Scheduled", last, soon, Optional.empty()),
                new BackupObservation("b", "30 2 * * *", "Failed", last, soon, Optional.of("no space left")),
                new BackupObservation("c", "30 2 * * *", "Scheduled", Optional.empty(), missed, Optional.empty()),
                new BackupObservation("d", "30 2 * * *", "Running", last, missed, Optional.empty()),
                new BackupObservation("e", "30 2 * * *", "Suspended", last, Optional.empty(), Optional.empty())));

        assertThat(lines())
                .containsExactly(
                        "warning backup schedule b: no space left; last backup at 2026-11-10T02:30:00Z"
                                + " | butleradm backup schedule run --name b --kubeconfig 'clusters/my kubeconfig'",
                        "warning backup schedule c: overdue since %s; no backup yet".formatted(missed.get())
                                + " | kubectl --kubeconfig 'clusters/my kubeconfig' logs -n butler-system deployment/butler-controllers --tail 50",
                        "notice backup schedule e: suspended; last backup at 2026-11-10T02:30:00Z"
                                + " | butleradm backup schedule set --resume --name e --kubeconfig 'clusters/my kubeconfig'");
    }

    @Test
    void aTalosconfigThatIsNotValidIsReportedWithTheCommandToCheckIt() {
        fixture.talos = new SourceResult.Unknown<>(ErrorCode.INVALID_INPUT, "x is not a valid talosconfig");

        assertThat(lines())
                .containsExactly("unknown Talos machines: unknown because x is not a valid talosconfig"
                        + " | talosctl --talosconfig clusters/talosconfig config info");
        assertThat(evaluate().nodes())
                .extracting(NodeSummary::etcd)
                .containsExactly("unknown", "unknown", "unknown", "");
    }

    @Test
    void anUnreachableApiIsOneProblemAndTheMachinesAreStillListed() {
        fixture.nodes = unreachable();
        fixture.addons = unreachable();
        fixture.controllers = unreachable();
        fixture.providers = unreachable();
        fixture.pools = unreachable();
        fixture.tenants = unreachable();

        ClusterStatus status = evaluate();

        assertThat(lines())
                .containsExactly(
                        "critical Kubernetes API: https://10.0.0.5:6443 cannot be read: listing failed: connection refused"
                                + " | kubectl --kubeconfig 'clusters/my kubeconfig' get --raw /readyz");
        assertThat(status.outcome()).contains(ErrorKind.UNREACHABLE);
        assertThat(status.nodes()).extracting(NodeSummary::machine).containsOnly("running");
    }

    @Test
    void rejectedCredentialsHaveTheirOwnExitCode() {
        SourceResult.Unknown<Object> rejected =
                new SourceResult.Unknown<>(ErrorCode.UNAUTHENTICATED, "listing failed: Unauthorized");
        fixture.nodes = rejected.map(_ -> List.of());
        fixture.addons = rejected.map(_ -> List.of());
        fixture.controllers = new SourceResult.Unknown<>(rejected.code(), rejected.because());
        fixture.providers = rejected.map(_ -> List.of());
        fixture.pools = rejected.map(_ -> List.of());
        fixture.tenants = rejected.map(_ -> List.of());

        assertThat(evaluate().outcome()).contains(ErrorKind.DENIED);
        assertThat(evaluate().problems().getFirst().command()).endsWith(" auth whoami");
    }

    @Test
    void anExpiredLeaseIsCritical() {
        fixture.controllers = SourceResult.of(controllers(2, Duration.ofSeconds(31)));

        assertThat(evaluate().problems())
                .extracting(StatusProblem::message)
                .containsExactly("no leader: pod-a has not renewed the Lease for more than 15 s");
    }

    @Test
    void aShardWithoutAHolderIsAWarning() {
        ControllersObservation healthy = controllers(2, Duration.ofSeconds(2));
        fixture.controllers = SourceResult.of(new ControllersObservation(
                healthy.desired(),
                healthy.ready(),
                healthy.image(),
                healthy.leader(),
                Optional.of(new ShardsObservation(3, new TreeMap<>(Map.of("pod-a", 2)), List.of(2)))));

        assertThat(evaluate().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.severity()).isEqualTo(ProblemSeverity.WARNING);
            assertThat(problem.message())
                    .isEqualTo(
                            "1/3 shards without a holder: the tenant clusters of their namespaces are not reconciled");
        });
    }

    @Test
    void aLateRenewalWithinTheToleranceOfClocksIsNoProblem() {
        fixture.controllers = SourceResult.of(controllers(2, Duration.ofSeconds(29)));

        assertThat(evaluate().problems()).isEmpty();
    }

    @Test
    void aProviderThatOnlyThisMachineCannotReachDoesNotDegradeTheCluster() {
        fixture.providers = SourceResult.of(List.of(
                new ProviderObservation("butler-system", "rack-one", "harvester", Optional.empty(), unreachable())));

        assertThat(evaluate().health()).isEqualTo(ClusterHealth.HEALTHY);
        assertThat(lines())
                .containsExactly(
                        "notice provider rack-one: reachability from this machine unknown because listing failed:"
                                + " connection refused | butleradm provider validate rack-one -n butler-system"
                                + " --kubeconfig 'clusters/my kubeconfig'");
    }

    @Test
    void certificatesExpireSoonByTheirLifetime() {
        fixture.certificates = SourceResult.of(List.of(
                certificate(Kind.KUBECONFIG, 365, 31),
                certificate(Kind.KUBECONFIG, 365, 29),
                certificate(Kind.TALOSCONFIG, 365, -1),
                certificate(Kind.WEBHOOK, 90, 19),
                certificate(Kind.WEBHOOK, 90, 17)));

        assertThat(evaluate().problems())
                .extracting(problem -> problem.severity() + " " + problem.subject())
                .containsExactly(
                        "critical certificate of talosconfig file",
                        "warning certificate of kubeconfig file",
                        "warning certificate of webhook file");
    }

    @Test
    void tenantClustersThatFailedOrAreStuckAreReported() {
        fixture.tenants = SourceResult.of(List.of(
                tenant("new", "Provisioning", Duration.ofMinutes(59), "v1.37.2"),
                tenant("stuck", "Provisioning", Duration.ofMinutes(61), "v1.37.2"),
                tenant("asleep", "Hibernated", Duration.ofDays(90), "v1.37.2"),
                tenant("broken", "Failed", Duration.ofMinutes(1), "v1.37.2")));

        assertThat(evaluate().problems())
                .extracting(StatusProblem::subject)
                .containsExactly("tenant cluster team-a/broken", "tenant cluster team-a/stuck");
    }

    @Test
    void versionsPastTheirSupportAreNotices() {
        fixture.nodes =
                SourceResult.of(List.of(with("cp-0", "v1.13.9"), with("cp-1", "v1.13.9"), with("cp-2", "v1.14.1")));
        fixture.talos = new SourceResult.Skipped<>("no talosconfig is known");
        fixture.tenants = SourceResult.of(List.of(tenant("web", "Ready", Duration.ofDays(3), "v1.30.2")));

        ClusterStatus status = evaluate();

        assertThat(status.health()).isEqualTo(ClusterHealth.HEALTHY);
        assertThat(status.problems())
                .extracting(problem -> problem.severity() + " " + problem.subject() + ": " + problem.message())
                .satisfiesExactly(
                        line -> assertThat(line).startsWith("notice nodes: Talos 1.13 has received no fixes since"),
                        line -> assertThat(line)
                                .startsWith("notice tenant cluster team-a/web: Kubernetes 1.30 has received no fixes"));
        assertThat(status.problems().getLast().command()).contains("cluster upgrade web -n team-a --version v1.31.");
    }

    private static NodeObservation with(String name, String talos) {
        NodeObservation node = node(name, "10.0.0.9");
        return new NodeObservation(
                node.name(),
                node.isControlPlane(),
                node.address(),
                node.notReady(),
                node.isCordoned(),
                node.pressures(),
                ReleaseVersion.find(talos),
                node.kubernetes());
    }

    @Test
    void changesAreOneLinePerState() {
        ClusterStatus before = evaluate();
        fixture.nodes = SourceResult.of(List.of(
                node("cp-0", "10.0.0.10"),
                node("cp-1", "10.0.0.11"),
                node("cp-2", "10.0.0.12", Optional.of("kubelet stopped"))));
        ClusterStatus after = evaluate();

        assertThat(StatusChanges.between(before, after))
                .containsExactly(
                        "cluster: healthy -> degraded",
                        "node cp-2: Ready -> NotReady",
                        "node w-0: Ready -> gone",
                        "machine w-0: running -> gone",
                        "problem: critical node cp-2: not ready: kubelet stopped"
                                + " (run: kubectl --kubeconfig 'clusters/my kubeconfig' describe node cp-2)");
        assertThat(StatusChanges.between(after, before))
                .contains("cluster: degraded -> healthy", "solved: critical node cp-2: not ready: kubelet stopped");
        assertThat(StatusChanges.between(after, after)).isEmpty();
    }

    private ClusterStatus evaluate() {
        return new StatusEvaluator(COMMANDS, VersionList.current()).evaluate(fixture.observation());
    }

    private List<String> lines() {
        return evaluate().problems().stream()
                .map(problem -> "%s %s: %s | %s"
                        .formatted(problem.severity(), problem.subject(), problem.message(), problem.command()))
                .toList();
    }
}
