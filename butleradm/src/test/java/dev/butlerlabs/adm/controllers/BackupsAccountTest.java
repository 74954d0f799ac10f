package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.BackupSchedule;
import dev.butlerlabs.core.api.BackupScheduleStatus;
import dev.butlerlabs.core.api.BackupScheduleStatus.Phase;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Scheduled backups with the account of the controllers, without and with the value {@code backups.enabled}. */
@Tag("process")
@Timeout(value = 3, unit = TimeUnit.MINUTES)
class BackupsAccountTest {
    private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);

    @TempDir
    private Path directory;

    @Test
    void backupsNeedTheValueOfTheChart() throws IOException {
        LongSuite.assumeEnabled();
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RestrictedApi api = RestrictedApi.start(bench.orElseThrow());
                KubernetesClient operator = api.connect(Role.OPERATOR);
                SimulatedTenants _ =
                        SimulatedTenants.start(api.kubeconfig(Role.OPERATOR).toYaml(), TenantDelays.QUICK)) {
            new CustomResourceDefinitions(operator).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
            ControllersManifest.apply(operator);
            createSchedule(operator);
            try (ControllersRun _ = ControllersRun.start(api.connect(Role.CONTROLLERS), ANY_PORT, true)) {
                BackupScheduleStatus rejected = await(operator, status -> status.phase() == Phase.FAILED);
                assertThat(rejected.conditions())
                        .filteredOn(condition -> condition.getType().equals("BackupsPermitted"))
                        .singleElement()
                        .satisfies(condition -> {
                            assertThat(condition.getReason()).isEqualTo("BackupsDisabled");
                            assertThat(condition.getMessage()).contains("backups.enabled");
                        });
            }
            int before = api.requestsOfControllers().size();
            ControllersManifest.applyBackups(operator);
            try (ControllersRun _ = ControllersRun.start(api.connect(Role.CONTROLLERS), ANY_PORT, true)) {
                BackupScheduleStatus stored = await(operator, status -> status.lastBackup() != null);
                assertThat(stored.lastFailure()).isNull();
                try (BackupReader backup = BackupReader.open(
                        directory.resolve(stored.lastBackup().name()), BackupKey.keyFile(new byte[32]))) {
                    assertThat(backup.manifest().counts()).containsEntry("backupschedules.butler.butlerlabs.dev", 1);
                    assertThat(backup.manifest().complete())
                            .contains(
                                    "workspaces.butler.butlerlabs.dev",
                                    "clusters.cluster.x-k8s.io",
                                    "kubevirtclusters.infrastructure.cluster.x-k8s.io");
                }
            }
            assertThat(api.requestsOfControllers()).hasSizeGreaterThan(before);
            assertThat(api.requestsOfControllers())
                    .filteredOn(request -> request.status() == 403)
                    .allSatisfy(request -> assertThat(request.resource()).isEqualTo("customresourcedefinitions"));
        }
    }

    private void createSchedule(KubernetesClient operator) {
        operator.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("key")
                        .endMetadata()
                        .withData(Map.of("key", Base64.getEncoder().encodeToString(new byte[32])))
                        .build())
                .create();
        operator.resource(Serialization.unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: BackupSchedule
                        metadata: {name: nightly, namespace: butler-system}
                        spec:
                          schedule: 0 2 * * *
                          location: "%s"
                          keySecretRef: {name: key}
                          includeEtcd: false
                        """.formatted(directory), BackupSchedule.class))
                .create();
        operator.resources(BackupSchedule.class)
                .inNamespace("butler-system")
                .withName("nightly")
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"metadata\": {\"annotations\": {\"%s\": \"first\"}}}"
                                .formatted(Annotations.BACKUP_REQUESTED));
    }

    private static BackupScheduleStatus await(KubernetesClient operator, Predicate<BackupScheduleStatus> condition) {
        return operator.resources(BackupSchedule.class)
                .inNamespace("butler-system")
                .withName("nightly")
                .waitUntilCondition(
                        found -> found.getStatus() != null && condition.test(found.getStatus()), 60, TimeUnit.SECONDS)
                .getStatus();
    }
}
