package dev.butlerlabs.core.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.backup.content.BackupCreator;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantSource;
import dev.butlerlabs.core.backup.restore.TenantContentRestorer;
import dev.butlerlabs.core.backup.tenant.TenantAccess;
import dev.butlerlabs.core.backup.tenant.TenantClusterSource;
import dev.butlerlabs.core.backup.tenant.TenantContentSelection;
import dev.butlerlabs.core.backup.verify.BackupVerifier;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.ObjectName;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backups of a management cluster with the content of its tenant clusters. */
@Tag("slow")
class PlatformTenantsTest {
    private static final int TENANTS = 50;

    @TempDir
    private Path directory;

    @Test
    void fiftyTenantClustersAreIncludedAndOneThatDoesNotAnswerIsNamed() {
        Path file = directory.resolve("demo.butler-backup");
        try (BackupFixture platform = BackupFixture.platform(1);
                InMemoryKubernetes tenant = InMemoryKubernetes.open();
                InMemoryKubernetes dead = InMemoryKubernetes.open()) {
            settings(tenant);
            dead.down(true);
            List<TenantSource> tenants = new ArrayList<>();
            for (int i = 0; i < TENANTS; i++) {
                tenants.add(TenantFixture.source(new ObjectName("team", "tenant-" + i), tenant.client()));
            }
            tenants.add(TenantFixture.source(new ObjectName("team", "dead"), dead.client()));
            BackupCreator creator = platform.creator(platform.new Machines()).withTenants(() -> tenants);
            creator.create(file, "demo", BackupFixture.TIME, BackupFixture.KEY);

            assertThat(creator.warnings())
                    .filteredOn(warning -> warning.contains("tenant cluster"))
                    .singleElement()
                    .asString()
                    .startsWith("The content of tenant cluster team/dead is missing: ");
        }
        try (BackupReader backup = BackupReader.open(file, BackupFixture.KEY);
                InMemoryKubernetes target = InMemoryKubernetes.open()) {
            assertThat(backup.tenants()).hasSize(TENANTS);
            assertThat(new BackupVerifier(backup, TenantFixture.silent(), Clock.systemUTC())
                            .verify()
                            .problems())
                    .isEmpty();
            assertThat(catchThrowableOfType(
                                    ButlerException.class, () -> TenantContentSelection.of(backup, Optional.empty()))
                            .code())
                    .isEqualTo(ErrorCode.USAGE);
            TenantContent content = TenantContentSelection.of(backup, Optional.of("team/tenant-49"));
            new TenantContentRestorer(
                            target.client(),
                            backup,
                            content,
                            new TenantContentRestorer.Settings(false, true),
                            TenantFixture.silent())
                    .restore();
            assertThat(target.client()
                            .configMaps()
                            .inNamespace("default")
                            .withName("settings")
                            .get())
                    .isNotNull();
        }
    }

    private static void settings(InMemoryKubernetes tenant) {
        TenantFixture.create(
                tenant.client(),
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: default}, data: {color: blue}}");
    }

    @Test
    void aMemberOfATeamIsToldWhichKubeconfigToUse() {
        try (InMemoryKubernetes management = InMemoryKubernetes.open()) {
            TenantCluster cluster = Serialization.unmarshal("""
                    apiVersion: butler.butlerlabs.dev/v1alpha1
                    kind: TenantCluster
                    metadata: {name: web, namespace: payments}
                    spec: {kubernetesVersion: v1.37.2}
                    status: {tenantNamespace: web-1f2e3d4c}
                    """, TenantCluster.class);
            management.reject("/namespaces/web-1f2e3d4c/secrets", 403, "Forbidden");
            TenantAccess access = TenantAccess.ofAdministrator(management.client(), new KubeConnector("test"));

            ButlerException e = catchThrowableOfType(ButlerException.class, () -> access.connect(cluster));
            assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN);
            assertThat(e.hint()).contains("--tenant-kubeconfig FILE");

            TenantClusterSource source = TenantClusterSource.one(management.client(), cluster, access);
            assertThat(source.managementObjects()).isEmpty();
            assertThat(source.warnings())
                    .containsExactly(
                            "The Secrets of the control plane are not included: you are not permitted to read them.");
        }
    }
}
