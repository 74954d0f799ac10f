package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestSpecBuilder;
import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.api.ObjectReference;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterSpec;
import dev.butlerlabs.core.api.TenantClusterSpecBuilder;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The controllers as they run in a management cluster, with a lease and a health page. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
@Tag("slow")
class ControllersRunTest {
    private static final ListenAddress ANYWHERE = new ListenAddress("127.0.0.1", 0);

    @Test
    void makeATenantClusterAndTellOfIt() throws Exception {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                SimulatedTenants _ = SimulatedTenants.start(server.kubeconfig(), TenantDelays.QUICK);
                KubernetesClient client = connect(server)) {
            prepare(client);
            try (ControllersRun controllers = ControllersRun.start(connect(server), ANYWHERE, true)) {
                assertThat(get(controllers, "/healthz").statusCode()).isEqualTo(200);
                client.resource(tenant()).create();
                client.resources(TenantCluster.class)
                        .inNamespace("butler-tenants")
                        .withName("demo")
                        .waitUntilCondition(
                                found -> found != null
                                        && found.getStatus() != null
                                        && found.getStatus().phase() == Phase.READY,
                                120,
                                TimeUnit.SECONDS);

                String metrics = get(controllers, "/metrics").body();
                assertThat(metrics)
                        .contains("butler_leading 1.0")
                        .contains("butler_reconciles_total{reconciler=\"tenant-cluster\",stage=\"progressing\"}")
                        .contains("reconciliations_started_total{controller_name=\"tenant-cluster\"}")
                        .contains(
                                "reconciliations_execution_duration_seconds_count{controller_name=\"tenant-cluster\"}")
                        .doesNotContain("NaN", "namespace=", "\"demo\"");
                assertThat(get(controllers, "/elsewhere").statusCode()).isEqualTo(404);
                assertThat(client.leases().inNamespace("butler-system").list().getItems())
                        .extracting(lease -> lease.getMetadata().getName())
                        .containsExactly("butler-controllers");
            }
        }
    }

    @Test
    void leaveAloneWhatABootstrapKeepsInTheSameApi() {
        try (EmbeddedApiServer server = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                        .withDefinitions(
                                new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
                KubernetesClient client = connect(server)) {
            prepare(client);
            client.resource(machine("in-engine", Map.of(Labels.ENGINE_OF, "demo")))
                    .create();
            client.resource(machine("ours", Map.of())).create();
            try (ControllersRun _ = ControllersRun.start(connect(server), ANYWHERE, false)) {
                client.resources(MachineRequest.class)
                        .inNamespace("butler-system")
                        .withName("ours")
                        .waitUntilCondition(found -> found != null && found.getStatus() != null, 60, TimeUnit.SECONDS);
            }
            MachineRequest kept = client.resources(MachineRequest.class)
                    .inNamespace("butler-system")
                    .withName("in-engine")
                    .require();
            assertThat(kept.getStatus()).isNull();
            assertThat(kept.getFinalizers()).isEmpty();
        }
    }

    private static MachineRequest machine(String name, Map<String, String> labels) {
        MachineRequest request = new MachineRequest();
        request.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-system")
                .withName(name)
                .withLabels(labels)
                .build());
        request.setSpec(MachineRequestSpecBuilder.builder()
                .providerRef(new ObjectReference("harvester", "butler-system"))
                .machineName(name)
                .role(MachineRole.WORKER)
                .cpu(1)
                .memoryMB(2048)
                .diskGB(10)
                .build());
        return request;
    }

    private static KubernetesClient connect(EmbeddedApiServer server) {
        return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    private static void prepare(KubernetesClient client) {
        for (String name : List.of("butler-system", "butler-tenants")) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        client.resource(client.getKubernetesSerialization().unmarshal("""
                        apiVersion: butler.butlerlabs.dev/v1alpha1
                        kind: ProviderConfig
                        metadata: {name: harvester, namespace: butler-system}
                        spec:
                          provider: harvester
                          credentialsRef: {name: harvester}
                          harvester: {networkName: default/lan, imageName: default/rocky}
                        """, ProviderConfig.class))
                .create();
    }

    private static TenantCluster tenant() {
        TenantCluster tenant = new TenantCluster();
        tenant.setMetadata(new ObjectMetaBuilder()
                .withNamespace("butler-tenants")
                .withName("demo")
                .build());
        tenant.setSpec(TenantClusterSpecBuilder.builder()
                .kubernetesVersion("v1.31.4")
                .providerConfigRef(new ObjectReference("harvester", "butler-system"))
                .workers(new TenantClusterSpec.Workers(1, null))
                .build());
        return tenant;
    }

    private static HttpResponse<String> get(ControllersRun controllers, String path)
            throws IOException, InterruptedException {
        try (HttpClient http = HttpClient.newHttpClient()) {
            return http.send(
                    HttpRequest.newBuilder(URI.create(controllers.healthAddress() + path))
                            .timeout(Duration.ofSeconds(30))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
        }
    }

    @Test
    void understandsAddressesToListenAt() {
        assertThat(ListenAddress.parse("--health-address", "0.0.0.0:8080"))
                .isEqualTo(new ListenAddress("0.0.0.0", 8080));
        assertThat(ListenAddress.parse("--health-address", "[::1]:0")).isEqualTo(new ListenAddress("::1", 0));
        for (String wrong : List.of("", "8080", ":8080", "host:", "host:99999", "::1:80")) {
            assertThatThrownBy(() -> ListenAddress.parse("--health-address", wrong))
                    .as(wrong)
                    .isInstanceOf(ButlerException.class);
        }
    }
}
