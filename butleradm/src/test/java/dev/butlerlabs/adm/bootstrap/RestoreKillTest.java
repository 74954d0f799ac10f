package dev.butlerlabs.adm.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Aim;
import dev.butlerlabs.adm.bootstrap.KillingInterceptor.Moment;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.cli.testing.ToolRun;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * Kills {@code restore --objects} with SIGKILL at its requests, and runs the same command again. A sample of the requests, or all with
 * {@code -Dbutler.operation.kills=all}.
 */
@Tag("process")
@EnabledIfSystemProperty(
        named = "butler.long",
        matches = "true",
        disabledReason = "takes minutes; see scripts/test --long")
@Timeout(value = 2, unit = TimeUnit.HOURS)
@ExtendWith(QuietRuns.class)
class RestoreKillTest {
    private static final boolean ALL = "all".equals(System.getProperty("butler.operation.kills"));

    @TempDir
    private Path folder;

    @Test
    void restoresTheSameObjectsWhereverItIsKilled() throws Exception {
        KillingInterceptor interceptor = new KillingInterceptor();
        try (RestoreOperation operation = new RestoreOperation(
                backup(), folder.resolve("key"), folder.resolve("target-kubeconfig"), interceptor)) {
            KillExploration exploration = new KillExploration("restore --objects", interceptor, operation);
            List<String> requests = exploration.undisturbed();
            assertThat(operation.objects()).anyMatch(object -> object.startsWith("TenantCluster butler-tenants/shop"));
            if (ALL) {
                exploration.exploreAll(requests);
            } else {
                exploration.explore(List.of(
                        Aim.first("/tenantclusters", Moment.AFTER), Aim.first("/tenantclusters/", Moment.BEFORE)));
            }
            System.out.println(exploration.report());
            assertThat(exploration.wrong()).isEmpty();
            assertThat(exploration.kills()).isGreaterThanOrEqualTo(2);
        }
    }

    /** Creates a backup of a small cluster. */
    private Path backup() throws IOException {
        Files.write(folder.resolve("key"), new byte[32]);
        Path backups = Files.createDirectory(folder.resolve("backups"));
        try (EmbeddedApiServer source = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client =
                        new KubeConnector("test").connect(Kubeconfig.parse(source.kubeconfig(), "test"))) {
            createObjects(client);
            Path kubeconfig = Files.writeString(folder.resolve("demo-kubeconfig"), source.kubeconfig());
            ToolRun run = KillExploration.butleradm()
                    .run(
                            "backup",
                            "create",
                            "--without-etcd",
                            "--to",
                            backups.toString(),
                            "--key-file",
                            folder.resolve("key").toString(),
                            "--kubeconfig",
                            kubeconfig.toString());
            assertThat(run.exitCode()).as(run.err()).isZero();
        }
        try (Stream<Path> files = Files.list(backups)) {
            return files.findFirst().orElseThrow();
        }
    }

    private static void createObjects(KubernetesClient client) {
        for (String namespace : List.of(Namespaces.SYSTEM, Namespaces.TENANTS)) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .serverSideApply();
        }
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withName("credentials")
                        .withNamespace(Namespaces.SYSTEM)
                        .endMetadata()
                        .withStringData(Map.of("password", "example"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: proxmox, namespace: butler-system}
                        spec:
                          provider: proxmox
                          credentialsRef: {name: credentials, namespace: butler-system}
                          proxmox: {endpoint: "https://10.0.0.1:8006", nodes: [pve], storage: local}
                        """, ProviderConfig.class))
                .create();
        MachineRequest machine = client.resource(
                        client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: MachineRequest
                        metadata: {name: demo-cp-0, namespace: butler-system}
                        spec: {providerRef: {name: proxmox}, machineName: demo-cp-0, role: control-plane, cpu: 2, memoryMB: 4096, diskGB: 20}
                        """, MachineRequest.class))
                .create();
        client.genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", "MachineRequest")
                .inNamespace(Namespaces.SYSTEM)
                .withName(machine.getMetadata().getName())
                .editStatus(object -> {
                    object.setAdditionalProperty("status", Map.of("phase", "Running", "ipAddress", "10.0.0.9"));
                    return object;
                });
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: TenantCluster
                        metadata: {name: shop, namespace: butler-tenants}
                        spec:
                          kubernetesVersion: v1.35.4
                          providerConfigRef: {name: proxmox, namespace: butler-system}
                          workers: {replicas: 3}
                        """, TenantCluster.class))
                .create();
    }
}
