package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Restores simulated clusters from backups. With {@code -Dbutler.restore.all=true}, with 50 tenant clusters, and with an interruption at every event of the
 * progress.
 */
@Tag("slow")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
class ClusterRestoreTest {
    private static final boolean ALL = Boolean.getBoolean("butler.restore.all");
    private static final int TENANTS = ALL ? 50 : 2;
    /** The steps with effects that must not happen twice. */
    private static final Pattern CRITICAL =
            Pattern.compile(ALL ? "." : "Removing old state|Starting etcd|Updating the resources|done.*Applying");

    private static final String VERSION = "v1.12.1";
    private static final Set<String> OF_MACHINES =
            Set.of("ClusterBootstrap", "MachineRequest", "LoadBalancerRequest", "ImageSync");

    @TempDir
    private Path folder;

    /** A run that was ended by the test. */
    static final class InterruptedRestore {
        private final Set<String> seen = new HashSet<>();
        private int interruptions;
        private boolean ended;

        /** Ends the run at each line of progress that it shows for the first time, except while the engine starts, which only a kill would end. */
        void line(String text) {
            String line = text.replaceAll("[0-9.:]+", "#");
            boolean isChosen = CRITICAL.matcher(line).find() && !line.contains("embedded Kubernetes API");
            if (!ended && isChosen && seen.add(line)) {
                ended = true;
                interruptions++;
                throw new ButlerException(ErrorCode.CANCELLED, "interrupted at: " + text);
            }
        }
    }

    @Test
    void restoresAPlatformAfterTheLossOfAllMachines() throws IOException {
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 1, 1, VERSION)) {
            RestoredPlatform platform = new RestoredPlatform(cluster, folder);
            long start = System.nanoTime();
            platform.createTenants(TENANTS, Duration.ofMinutes(15));
            long created = System.nanoTime();
            Map<String, Map<String, String>> secrets;
            try (KubernetesClient client = cluster.connect()) {
                secrets = RestoredPlatform.secrets(client);
            }
            Path backup = platform.backUp();
            long stored = System.nanoTime();
            platform.destroy("demo-cp-0", "demo-worker-0");
            TestAwait.upTo(Duration.ofMinutes(1), "no cluster")
                    .until(() -> cluster.hosts().clusters().isEmpty());

            BootstrapResult result = platform.restore(backup, _ -> {});
            long restored = System.nanoTime();
            assertThat(result.machines()).isEqualTo(2);
            assertThat(cluster.simulation().machines()).containsExactlyInAnyOrder("demo-cp-0", "demo-worker-0");
            assertThat(cluster.simulation().etcdStarts()).containsOnly(2);
            int objects;
            try (KubernetesClient client = cluster.connect();
                    BackupReader opened = RestoredPlatform.open(backup)) {
                objects = assertEqualObjects(opened, client);
                assertThat(RestoredPlatform.secrets(client)).isEqualTo(secrets);
                assertMachineRequests(client, cluster);
            }
            int answers = answeringTenants(cluster);
            System.out.printf(
                    "%d tenants: created in %d s, backed up in %d ms (%d KiB), restored in %d s; %d objects equal, %d Secrets unchanged, %d tenant APIs answer%n",
                    TENANTS,
                    Duration.ofNanos(created - start).toSeconds(),
                    Duration.ofNanos(stored - created).toMillis(),
                    Files.size(backup) / 1024,
                    Duration.ofNanos(restored - stored).toSeconds(),
                    objects,
                    secrets.size(),
                    answers);
            assertThat(answers).isEqualTo(TENANTS);
        }
    }

    /** Compares all objects of the backup with those of the cluster, with their uids and status. */
    private static int assertEqualObjects(BackupReader backup, KubernetesClient client) {
        List<String> different = new ArrayList<>();
        int[] count = {0};
        backup.visit(
                client.getKubernetesSerialization(),
                page -> page.objects().forEach(before -> {
                    GenericKubernetesResource after = find(client, page.type(), before);
                    count[0]++;
                    Map<String, Object> expected = content(page.type(), before);
                    if (after == null || !content(page.type(), after).equals(expected)) {
                        different.add("%s %s: %s instead of %s"
                                .formatted(
                                        page.type().kind(),
                                        before.getMetadata().getName(),
                                        after == null ? "nothing" : content(page.type(), after),
                                        expected));
                    }
                }));
        assertThat(different).isEmpty();
        return count[0];
    }

    private static GenericKubernetesResource find(
            KubernetesClient client, ResourceType type, GenericKubernetesResource object) {
        var all = client.genericKubernetesResources(new ResourceDefinitionContext.Builder()
                .withGroup(type.group().isEmpty() ? null : type.group())
                .withVersion(type.version())
                .withKind(type.kind())
                .withPlural(type.plural())
                .withNamespaced(type.isNamespaced())
                .build());
        return type.isNamespaced()
                ? all.inNamespace(object.getMetadata().getNamespace())
                        .withName(object.getMetadata().getName())
                        .get()
                : all.withName(object.getMetadata().getName()).get();
    }

    /** The status of machines is that of the new machines. */
    private static Map<String, Object> content(ResourceType type, GenericKubernetesResource object) {
        Map<String, Object> content = new TreeMap<>(object.getAdditionalProperties());
        if (type.group().equals(ApiGroup.NAME) && OF_MACHINES.contains(type.kind())) {
            content.remove("status");
        }
        content.put("uid", object.getMetadata().getUid());
        // The addons step applies the labels of namespaces again.
        if (!type.kind().equals("Namespace")) {
            content.put("labels", object.getMetadata().getLabels());
        }
        content.put("owners", object.getMetadata().getOwnerReferences());
        return content;
    }

    private static void assertMachineRequests(KubernetesClient client, BootstrappedCluster cluster) {
        List<MachineRequest> requests =
                client.resources(MachineRequest.class).inAnyNamespace().list().getItems();
        assertThat(requests).hasSize(cluster.simulation().machines().size());
        assertThat(requests)
                .allSatisfy(request -> assertThat(request.getStatus().ipAddress())
                        .isEqualTo(cluster.machine(request.getMetadata().getName())
                                .address()
                                .getAddress()
                                .getHostAddress()));
    }

    /** Starts the controllers and the hosted control planes of the restored cluster, and connects with the old kubeconfigs. */
    private static int answeringTenants(BootstrappedCluster cluster) {
        int answers = 0;
        try (RehearsalControllers _ =
                        RehearsalControllers.start(cluster.directory().kubeconfig());
                KubernetesClient client = cluster.connect()) {
            RestoredPlatform.awaitTenants(client, TENANTS, Duration.ofMinutes(15));
            List<Secret> kubeconfigs = client.secrets()
                    .inAnyNamespace()
                    .withLabel("steward.butlerlabs.dev/component", "admin-kubeconfig")
                    .list()
                    .getItems();
            for (Secret kubeconfig : kubeconfigs) {
                try (KubernetesClient tenant = new KubeConnector("test")
                        .connect(Kubeconfig.parse(decoded(kubeconfig.getData().get("admin.conf")), "tenant"))) {
                    TestAwait.upTo(Duration.ofMinutes(2), "an answer of a tenant API")
                            .ignoreExceptions()
                            .until(() -> tenant.raw("/readyz") != null);
                    answers++;
                }
            }
        }
        return answers;
    }

    private static String decoded(String text) {
        return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
    }

    /** Two of three control planes are lost, so that etcd has no quorum; a machine was added since the backup, which has a node without a machine. */
    @Test
    void restoresOnMachinesThatStillExist() throws IOException {
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 1, VERSION)) {
            RestoredPlatform platform = new RestoredPlatform(cluster, folder);
            try (KubernetesClient client = cluster.connect()) {
                client.resource(new NodeBuilder()
                                .withNewMetadata()
                                .withName("demo-former")
                                .endMetadata()
                                .build())
                        .create();
            }
            Path backup = platform.backUp();
            RestoredPlatform.addMachine(backup, "demo-worker-9");
            platform.destroy("demo-cp-0", "demo-cp-1");
            TestAwait.upTo(Duration.ofMinutes(1), "an etcd without quorum")
                    .until(() -> !cluster.machine("demo-cp-2").isHealthy());
            String worker = cluster.machine("demo-worker-0").address().toString();
            int before = cluster.machine("demo-cp-2").bootstraps();

            platform.restore(backup, _ -> {});
            assertThat(cluster.machine("demo-worker-0").address()).hasToString(worker);
            assertThat(cluster.simulation().machines())
                    .containsExactlyInAnyOrder("demo-cp-0", "demo-cp-1", "demo-cp-2", "demo-worker-0");
            assertThat(cluster.simulation().etcdStarts()).containsOnly(before + 1);
            try (KubernetesClient client = cluster.connect()) {
                assertThat(client.nodes().list().getItems())
                        .extracting(node -> node.getMetadata().getName())
                        .containsExactlyInAnyOrder("demo-cp-0", "demo-cp-1", "demo-cp-2", "demo-worker-0");
                assertMachineRequests(client, cluster);
            }
        }
    }

    @Test
    void resumesAfterInterruptionsAndRecoversEtcdOnce() throws IOException {
        LongSuite.assumeEnabled();
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 3, 0, VERSION)) {
            RestoredPlatform platform = new RestoredPlatform(cluster, folder);
            Path backup = platform.backUp();
            platform.destroy("demo-cp-0");
            int before = cluster.machine("demo-cp-2").bootstraps();

            InterruptedRestore interrupted = new InterruptedRestore();
            while (!isComplete(platform, backup, interrupted)) {
                interrupted.ended = false;
            }
            System.out.printf("%d interruptions%n", interrupted.interruptions);
            assertThat(interrupted.interruptions).isGreaterThanOrEqualTo(ALL ? 30 : 6);
            assertThat(cluster.simulation().machines())
                    .containsExactlyInAnyOrder("demo-cp-0", "demo-cp-1", "demo-cp-2");
            assertThat(cluster.simulation().etcdStarts()).containsOnly(before + 1);
            try (KubernetesClient client = cluster.connect();
                    BackupReader opened = RestoredPlatform.open(backup)) {
                assertEqualObjects(opened, client);
            }
        }
    }

    private static boolean isComplete(RestoredPlatform platform, Path backup, InterruptedRestore interrupted) {
        try {
            Consumer<String> lines = interrupted::line;
            platform.restore(backup, lines);
            return true;
        } catch (ButlerException e) {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.CANCELLED);
            return false;
        }
    }

    @Test
    void changesNothingWithADamagedBackupOrAWrongKey() throws IOException {
        try (BootstrappedCluster cluster = BootstrappedCluster.create(folder, 1, 0, VERSION)) {
            RestoredPlatform platform = new RestoredPlatform(cluster, folder);
            Path backup = platform.backUp();
            byte[] content = Files.readAllBytes(backup);
            content[content.length / 2] ^= 1;
            Path damaged = Files.write(folder.resolve("damaged.butler-backup"), content);
            Path wrong = Files.write(folder.resolve("wrong.key"), new byte[] {
                1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28,
                29, 30, 31, 32
            });
            long requests = cluster.infrastructure().requests();

            ToolRun flipped = RestoredPlatform.BUTLERADM.run(
                    "restore",
                    damaged.toString(),
                    "demo",
                    "--yes",
                    "--key-file",
                    platform.keyFile().toString());
            assertThat(flipped.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(flipped.err()).contains("is damaged");
            ToolRun rejected = RestoredPlatform.BUTLERADM.run(
                    "restore", backup.toString(), "demo", "--yes", "--key-file", wrong.toString());
            assertThat(rejected.exitCode()).isEqualTo(ErrorKind.DENIED.exitCode());
            ToolRun other = RestoredPlatform.BUTLERADM.run(
                    "restore",
                    backup.toString(),
                    "other",
                    "--yes",
                    "--key-file",
                    platform.keyFile().toString());
            assertThat(other.exitCode()).isEqualTo(ErrorKind.INVALID.exitCode());
            assertThat(other.err())
                    .contains("the backup is of cluster demo, not other", "no ClusterBootstrap of cluster other");
            assertRenewedClientFiles(backup);
            assertThat(cluster.infrastructure().requests()).isEqualTo(requests);
            assertThat(cluster.machine("demo-cp-0").isHealthy()).isTrue();
        }
    }

    /** Client certificates are valid for a year, and a backup may be older. */
    private static void assertRenewedClientFiles(Path backup) {
        try (BackupReader opened = RestoredPlatform.open(backup)) {
            List<Secret> now = RestoredPlatform.read(opened, Clock.systemUTC()).clusterSecrets();
            Clock later = Clock.offset(Clock.systemUTC(), Duration.ofDays(400));
            List<Secret> renewed = RestoredPlatform.read(opened, later).clusterSecrets();
            assertThat(now).hasSize(2);
            assertThat(renewed).hasSize(1);
            assertThat(renewed.getFirst().getData().get("secrets.yaml"))
                    .isEqualTo(now.getFirst().getData().get("secrets.yaml"));
            assertThat(renewed.getFirst().getData().get("talosconfig"))
                    .isNotEqualTo(now.getFirst().getData().get("talosconfig"));
        }
    }
}
