package dev.butlerlabs.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantContentVerifier;
import dev.butlerlabs.core.backup.restore.SkipReason;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.embedded.testing.CrashPositions;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.error.InputProblem;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tenant clusters in memory: neither has controllers, so that a restore is compared without their changes. */
@Tag("slow")
class TenantRoundTripTest {
    @TempDir
    private Path directory;

    private Path file;
    private TenantContent content;

    @BeforeEach
    void backup() {
        file = directory.resolve("web.butler-backup");
        try (InMemoryKubernetes tenant = TenantFixture.withDefinition()) {
            TenantFixture.fill(tenant.client());
            content = TenantFixture.backup(tenant.client(), file);
        }
    }

    @Test
    void containsAllObjectsAtOneVersion() {
        assertThat(content.isConsistent()).isTrue();
        assertThat(content.counts())
                .containsEntry("widgets.example.com", 2)
                .containsEntry("deployments.apps", 1)
                .containsEntry("nodes", 1)
                .doesNotContainKeys("events", "leases.coordination.k8s.io");
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            assertThat(backup.tenants()).containsExactly(content);
            assertThat(TenantContentVerifier.problems(backup)).isEmpty();
        }
    }

    @Test
    void restoresWhatUsersCreatedAndOmitsWhatTheClusterCreates() {
        try (InMemoryKubernetes target = InMemoryKubernetes.open()) {
            TenantContentRestorer.Result result = restore(target.client(), false, true);
            KubernetesClient client = target.client();

            assertThat(client.secrets()
                            .inNamespace("apps")
                            .withName("registry")
                            .get()
                            .getData())
                    .isEqualTo(Map.of("password", "aHVudGVyMg=="));
            assertThat(client.namespaces().withName("apps").get().getMetadata().getLabels())
                    .containsEntry("stage", "prod");
            assertThat(client.namespaces().withName("empty").get()).isNotNull();
            assertThat(client.serviceAccounts()
                            .inNamespace("apps")
                            .withName("default")
                            .get()
                            .getImagePullSecrets())
                    .hasSize(1);
            assertThat(client.secrets()
                            .inNamespace("apps")
                            .withName("builder-token")
                            .get()
                            .getData())
                    .isNullOrEmpty();
            checkWorkloads(client);
            checkCustomResource(client);
            assertThat(client.configMaps().inNamespace("apps").list().getItems())
                    .extracting(map -> map.getMetadata().getName())
                    .containsExactlyInAnyOrder("settings", "widget-state");
            assertThat(client.nodes().list().getItems()).isEmpty();
            assertThat(client.namespaces().withName("butler-access").get()).isNull();
            assertThat(client.rbac().clusterRoleBindings().withName("granted").get())
                    .isNull();
            assertThat(result.skipped())
                    .containsEntry(SkipReason.CLUSTER_STATE, 1)
                    .containsEntry(SkipReason.CONTROLLED, 3)
                    .containsEntry(SkipReason.FINISHED, 1)
                    .containsEntry(SkipReason.CONTROL_PLANE, 5)
                    .containsEntry(SkipReason.ADDON, 1)
                    .containsEntry(SkipReason.ACCESS_GRANT, 3)
                    .containsEntry(SkipReason.VOLUME, 1)
                    .containsEntry(SkipReason.OWNER, 1);
            assertThat(result.warnings()).singleElement().asString().contains("PersistentVolume local-1");
        }
    }

    private static void checkWorkloads(KubernetesClient client) {
        Deployment deployment =
                client.apps().deployments().inNamespace("apps").withName("web").get();
        assertThat(deployment.getSpec().getReplicas()).isEqualTo(3);
        assertThat(deployment.getMetadata().getAnnotations()).doesNotContainKey("deployment.kubernetes.io/revision");
        assertThat(client.apps().replicaSets().inNamespace("apps").list().getItems())
                .isEmpty();
        assertThat(client.pods().inNamespace("apps").list().getItems())
                .extracting(pod -> pod.getMetadata().getName())
                .containsExactly("alone");
        Pod pod = client.pods().inNamespace("apps").withName("alone").get();
        assertThat(pod.getSpec().getNodeName()).isNull();
        assertThat(pod.getSpec().getVolumes()).extracting("name").containsExactly("data");
        assertThat(pod.getSpec().getContainers().getFirst().getVolumeMounts()).hasSize(1);
        assertThat(client.batch().v1().jobs().inNamespace("apps").list().getItems())
                .singleElement()
                .satisfies(job -> assertThat(
                                job.getSpec().getTemplate().getMetadata().getLabels())
                        .isEqualTo(Map.of("app", "migrate")));
        Service service = client.services().inNamespace("apps").withName("web").get();
        assertThat(service.getSpec().getClusterIP()).isNotEqualTo("10.96.7.7");
        assertThat(service.getSpec().getPorts().getFirst().getNodePort()).isNull();
        assertThat(client.services()
                        .inNamespace("apps")
                        .withName("headless")
                        .get()
                        .getSpec()
                        .getClusterIP())
                .isEqualTo("None");
        assertThat(client.persistentVolumes()
                        .withName("pvc-1")
                        .get()
                        .getSpec()
                        .getClaimRef()
                        .getUid())
                .isNull();
        assertThat(client.persistentVolumeClaims()
                        .inNamespace("apps")
                        .withName("data")
                        .get()
                        .getSpec()
                        .getVolumeName())
                .isEqualTo("pvc-1");
        assertThat(client.persistentVolumeClaims()
                        .inNamespace("apps")
                        .withName("scratch")
                        .get()
                        .getSpec()
                        .getVolumeName())
                .isNull();
    }

    private static void checkCustomResource(KubernetesClient client) {
        GenericKubernetesResource widget =
                BackupFixture.objects(client, "example.com/v1", "Widget").getFirst();
        assertThat(widget.getAdditionalProperties()).containsEntry("status", Map.of("phase", "Grown"));
        assertThat(widget.getMetadata().getFinalizers()).containsExactly("example.com/kept");
        assertThat(widget.getMetadata().getAnnotations())
                .containsKey(Annotations.RESTORED_FROM)
                .doesNotContainKey(Annotations.RESTORE_PENDING);
        ConfigMap owned =
                client.configMaps().inNamespace("apps").withName("widget-state").get();
        assertThat(owned.getMetadata().getOwnerReferences())
                .singleElement()
                .satisfies(owner -> assertThat(owner.getUid())
                        .isEqualTo(widget.getMetadata().getUid()));
    }

    @Test
    void volumesStayWithTheTenantClusterThatTheyBelongTo() {
        try (InMemoryKubernetes target = TenantFixture.withDefinition()) {
            TenantContentRestorer.Result result = restore(target.client(), false, false);

            assertThat(target.client().persistentVolumes().list().getItems()).isEmpty();
            assertThat(target.client()
                            .persistentVolumeClaims()
                            .inNamespace("apps")
                            .withName("data")
                            .get()
                            .getSpec()
                            .getVolumeName())
                    .isNull();
            assertThat(result.warnings()).hasSize(2);
        }
    }

    @Test
    void reportsAllObjectsWithOtherContentAndChangesNothing() {
        try (InMemoryKubernetes target = TenantFixture.withDefinition()) {
            TenantFixture.create(target.client(), "{apiVersion: v1, kind: Namespace, metadata: {name: apps}}");
            TenantFixture.create(
                    target.client(),
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: apps}, data: {color: red}}");
            TenantFixture.create(
                    target.client(),
                    "{apiVersion: v1, kind: Secret, metadata: {name: registry, namespace: apps}, data: {password: b3RoZXI=}}");
            int effects = target.effects().count();

            ButlerException e =
                    catchThrowableOfType(ButlerException.class, () -> restore(target.client(), false, true));

            assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT);
            assertThat(e.problems())
                    .extracting(InputProblem::path)
                    .containsExactly("Secret apps/registry", "ConfigMap apps/settings");
            assertThat(target.effects().count()).isEqualTo(effects);

            restore(target.client(), true, true);
            assertThat(target.client()
                            .configMaps()
                            .inNamespace("apps")
                            .withName("settings")
                            .get()
                            .getData())
                    .containsEntry("color", "blue");
        }
    }

    @Test
    void aResourceThatTheTargetDoesNotServeIsReported() {
        Path other = directory.resolve("other.butler-backup");
        try (InMemoryKubernetes tenant = InMemoryKubernetes.open();
                InMemoryKubernetes target = InMemoryKubernetes.open()) {
            TenantFixture.fill(tenant.client());
            tenant.client()
                    .apiextensions()
                    .v1()
                    .customResourceDefinitions()
                    .withName("widgets.example.com")
                    .edit(definition -> {
                        definition
                                .getMetadata()
                                .setAnnotations(Map.of(
                                        "meta.helm.sh/release-name", "redis",
                                        "meta.helm.sh/release-namespace", "redis"));
                        return definition;
                    });
            TenantFixture.backup(tenant.client(), other);

            ButlerException e =
                    catchThrowableOfType(ButlerException.class, () -> restore(other, target.client(), false, true));

            assertThat(e.problems()).extracting(InputProblem::path).containsExactly("widgets.example.com");
            assertThat(target.effects().all()).isEmpty();
        }
    }

    @Test
    void aRestoreIntoTheSameClusterRestoresOnlyWhatIsMissing() {
        try (InMemoryKubernetes tenant = TenantFixture.withDefinition()) {
            TenantFixture.fill(tenant.client());
            Path own = directory.resolve("own.butler-backup");
            TenantFixture.backup(tenant.client(), own);
            tenant.client()
                    .configMaps()
                    .inNamespace("apps")
                    .withName("settings")
                    .delete();

            TenantContentRestorer.Result result = restore(own, tenant.client(), false, true);

            assertThat(result.created()).isEqualTo(Map.of("configmaps", 1));
            assertThat(tenant.client()
                            .configMaps()
                            .inNamespace("apps")
                            .withName("settings")
                            .get())
                    .isNotNull();
        }
    }

    @Test
    void aKilledRestoreIsCompletedByTheNext() {
        int positions = CrashPositions.check(TargetWorld::new, world -> restore(world.target.client(), false, true));
        assertThat(positions).isGreaterThan(15);
    }

    private static final class TargetWorld implements CrashPositions.World {
        private final InMemoryKubernetes target = TenantFixture.withDefinition();

        @Override
        public EffectLog effects() {
            return target.effects();
        }

        @Override
        public Map<String, ?> state() {
            return TenantFixture.state(target);
        }

        @Override
        public void close() {
            target.close();
        }
    }

    private TenantContentRestorer.Result restore(KubernetesClient client, boolean forces, boolean attachesVolumes) {
        return restore(file, client, forces, attachesVolumes);
    }

    private static TenantContentRestorer.Result restore(
            Path file, KubernetesClient client, boolean forces, boolean attachesVolumes) {
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY)) {
            return new TenantContentRestorer(
                            client,
                            backup,
                            backup.tenants().getFirst(),
                            new TenantContentRestorer.Settings(forces, attachesVolumes),
                            TenantFixture.silent())
                    .restore();
        }
    }
}
