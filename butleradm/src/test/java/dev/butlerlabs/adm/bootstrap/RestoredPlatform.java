package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.adm.Butleradm;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupReader;
import dev.butlerlabs.core.bootstrap.restore.ClientFilesRenewal;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import dev.butlerlabs.core.bootstrap.restore.RestoredClusterReader;
import dev.butlerlabs.core.bootstrap.run.BootstrapResult;
import dev.butlerlabs.core.bootstrap.run.RunTimeouts;
import dev.butlerlabs.core.cli.progress.ProgressDisplay;
import dev.butlerlabs.core.cli.testing.Tool;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.provider.ConnectedInfrastructure;
import dev.butlerlabs.core.provider.MachineId;
import dev.butlerlabs.core.provider.MachineSpec;
import dev.butlerlabs.core.provider.ProviderRegistry;
import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A simulated management cluster with tenant clusters that is backed up and restored. */
record RestoredPlatform(BootstrappedCluster cluster, Path folder) {
    static final Tool BUTLERADM = Tool.of("butleradm", Butleradm.class, Butleradm::commands);
    private static final BackupKey KEY = BackupKey.keyFile(new byte[32]);

    /** Creates tenant clusters and waits until they are ready. */
    void createTenants(int count, Duration limit) {
        try (RehearsalControllers _ =
                        RehearsalControllers.start(cluster.directory().kubeconfig());
                KubernetesClient client = cluster.connect()) {
            provider(client);
            for (int i = 0; i < count; i++) {
                client.resource(tenant("tenant-" + i)).create();
            }
            awaitTenants(client, count, limit);
        }
    }

    static void awaitTenants(KubernetesClient client, int count, Duration limit) {
        TestAwait.upTo(limit, count + " ready tenant clusters")
                .until(() ->
                        client.resources(TenantCluster.class).inNamespace(Namespaces.TENANTS).list().getItems().stream()
                                        .filter(tenant -> tenant.getStatus() != null
                                                && tenant.getStatus().phase() == Phase.READY)
                                        .count()
                                == count);
    }

    private static void provider(KubernetesClient client) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(Namespaces.TENANTS)
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: harvester, namespace: butler-tenants}
                        spec:
                          provider: harvester
                          credentialsRef: {name: harvester}
                          harvester: {networkName: default/lan, imageName: default/rocky}
                        """, ProviderConfig.class))
                .create();
    }

    private static TenantCluster tenant(String name) {
        TenantCluster tenant = new TenantCluster();
        tenant.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Namespaces.TENANTS)
                .withName(name)
                .build());
        tenant.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .providerConfigRef(new ObjectReference("harvester", null))
                .workers(new TenantClusterSpec.Workers(1, null))
                .build());
        return tenant;
    }

    Path keyFile() {
        return folder.resolve("backup.key");
    }

    /** Creates a backup with the command. */
    Path backUp() throws IOException {
        return backUp("backups");
    }

    /**
     * Creates a backup with the command.
     *
     * @param directory its new directory
     */
    Path backUp(String directory) throws IOException {
        Files.write(keyFile(), new byte[32]);
        Path target = Files.createDirectory(folder.resolve(directory));
        ToolRun created = BUTLERADM.run(
                "backup",
                "create",
                "--kubeconfig",
                cluster.directory().kubeconfig().toString(),
                "--to",
                target.toString(),
                "--key-file",
                keyFile().toString());
        if (created.exitCode() != 0) {
            throw new IllegalStateException(created.err());
        }
        try (Stream<Path> files = Files.list(target)) {
            return files.findFirst().orElseThrow();
        }
    }

    static BackupReader open(Path backup) {
        return BackupReader.open(backup, KEY);
    }

    /** Destroys machines, bypassing Butler. */
    void destroy(String... names) {
        Stream.of(names).forEach(cluster.infrastructure()::vanish);
    }

    /** Reads a backup as at a later time. */
    static RestoredCluster read(BackupReader backup, Clock clock) {
        return new RestoredClusterReader(backup, new ClientFilesRenewal(new SecureRandom(), clock)).read("demo");
    }

    /** Creates a machine of the cluster that its backup does not contain. */
    static void addMachine(Path backup, String name) {
        try (BackupReader opened = open(backup)) {
            RestoredCluster cluster = read(opened, Clock.systemUTC());
            try (ConnectedInfrastructure infrastructure = cluster.connect(ProviderRegistry.load())) {
                infrastructure
                        .machines()
                        .create(new MachineSpec(
                                new MachineId(name, cluster.owner()),
                                MachineRole.WORKER,
                                2,
                                4096,
                                20,
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Optional.empty(),
                                Map.of(),
                                Optional.empty()));
            }
        }
    }

    BootstrapResult restore(Path backup, Consumer<String> lines) {
        try (BackupReader opened = open(backup)) {
            return new ClusterRestoreAction(
                            cluster.directory(),
                            ProviderRegistry.load(),
                            RunTimeouts.brisk(),
                            Duration.ofMillis(100),
                            () -> ProgressDisplay.plain(lines, false),
                            Clock.systemUTC())
                    .run(read(opened, Clock.systemUTC()), false, _ -> {})
                    .result();
        }
    }

    /** Returns the Secrets of the API with their values, by namespace and name. */
    static Map<String, Map<String, String>> secrets(KubernetesClient client) {
        return client.secrets().inAnyNamespace().list().getItems().stream()
                .collect(Collectors.toMap(
                        secret -> secret.getMetadata().getNamespace() + "/"
                                + secret.getMetadata().getName(),
                        RestoredPlatform::data));
    }

    private static Map<String, String> data(Secret secret) {
        return secret.getData() == null ? Map.of() : secret.getData();
    }
}
