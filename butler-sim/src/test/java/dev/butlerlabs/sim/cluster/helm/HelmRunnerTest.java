package dev.butlerlabs.sim.cluster.helm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.addon.ShippedChart;
import dev.butlerlabs.sim.cluster.ClusterAwait;
import dev.butlerlabs.sim.cluster.control.JobRunner;
import dev.butlerlabs.sim.cluster.control.SmallCluster;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class HelmRunnerTest {
    private static SmallCluster cluster;
    private static KubernetesClient client;

    @BeforeAll
    static void start() {
        cluster = new SmallCluster(new HelmRunner(), 1);
        client = cluster.client();
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @Test
    void installsWhatAChartIsKnownForAndWritesItDown() throws Exception {
        assertThat(
                        helm("upgrade --install cm jetstack/cert-manager --version v1.16.2 -n cert --create-namespace --wait")
                                .exitCode())
                .isZero();
        assertThat(client.apps().deployments().inNamespace("cert").list().getItems())
                .extracting(deployment -> deployment.getMetadata().getName())
                .containsExactlyInAnyOrder("cm-cert-manager", "cm-cert-manager-cainjector", "cm-cert-manager-webhook");
        assertThat(client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("certificates.cert-manager.io")
                        .get())
                .isNotNull();
        Secret release = client.secrets()
                .inNamespace("cert")
                .withName("sh.helm.release.v1.cm.v1")
                .get();
        assertThat(release.getType()).isEqualTo("helm.sh/release.v1");
        assertThat(release.getMetadata().getLabels())
                .containsAllEntriesOf(Map.of("owner", "helm", "name", "cm", "status", "deployed", "version", "1"));
        assertThat(ReleaseStorage.reading(release).get("chart").toString()).contains("cert-manager", "v1.16.2");
    }

    @Test
    void changesRollsBackAndRemovesARelease() throws Exception {
        helm("upgrade --install app somewhere/unheard-of --namespace default --version 1.0.0");
        helm("upgrade --install app somewhere/unheard-of --namespace default --version 2.0.0");
        assertThat(image()).endsWith(":2.0.0");
        assertThat(helm("rollback app 1 -n default").exitCode()).isZero();
        assertThat(image()).endsWith(":1.0.0");
        assertThat(releases())
                .extracting(secret -> secret.getMetadata().getLabels().get("status"))
                .containsExactly("superseded", "superseded", "deployed");
        assertThat(helm("status app -n default").log()).contains("STATUS: deployed", "REVISION: 3");
        assertThat(helm("uninstall app -n default").exitCode()).isZero();
        assertThat(releases()).isEmpty();
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("default")
                        .withName("app")
                        .get())
                .isNull();
    }

    private static String image() {
        return client.apps()
                .deployments()
                .inNamespace("default")
                .withName("app")
                .get()
                .getSpec()
                .getTemplate()
                .getSpec()
                .getContainers()
                .getFirst()
                .getImage();
    }

    private static List<Secret> releases() {
        return new ReleaseStorage(client, "default", "app").history();
    }

    @Test
    void handsOutAddressesOfPoolsWithMetalLb() throws Exception {
        helm("upgrade --install metallb metallb/metallb -n metallb-system --create-namespace --wait");
        client.resource(pool()).create();
        helm("upgrade --install traefik traefik/traefik -n traefik --create-namespace");
        Service service = ClusterAwait.until(
                "an address of the load balancer",
                () -> client.services()
                        .inNamespace("traefik")
                        .withName("traefik")
                        .get(),
                one -> one.getStatus() != null
                        && one.getStatus().getLoadBalancer() != null
                        && !one.getStatus().getLoadBalancer().getIngress().isEmpty());
        assertThat(service.getStatus().getLoadBalancer().getIngress().getFirst().getIp())
                .isEqualTo("127.9.9.1");
        assertThat(helm("uninstall traefik -n traefik").log()).isEqualTo("release \"traefik\" uninstalled\n");
        assertThat(client.services().inNamespace("traefik").withName("traefik").get())
                .isNull();
        assertThat(client.network().v1().ingressClasses().withName("traefik").get())
                .isNull();
    }

    private static GenericKubernetesResource pool() {
        return new GenericKubernetesResourceBuilder()
                .withApiVersion("metallb.io/v1beta1")
                .withKind("IPAddressPool")
                .withNewMetadata()
                .withName("pool")
                .withNamespace("metallb-system")
                .endMetadata()
                .addToAdditionalProperties("spec", Map.of("addresses", List.of("127.9.9.1-127.9.9.3")))
                .build();
    }

    @Test
    void countsReplicasByValues() throws Exception {
        JobRunner.Outcome outcome = new HelmRunner()
                .run(run(
                        List.of(
                                "upgrade",
                                "--install",
                                "cilium",
                                "cilium/cilium",
                                "-n",
                                "kube-system",
                                "-f",
                                "/v/values.yaml"),
                        Map.of("/v/values.yaml", "operator: {replicas: 1}\nhubble: {relay: {enabled: true}}\n")));
        assertThat(outcome.exitCode()).isZero();
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("kube-system")
                        .withName("cilium-operator")
                        .get()
                        .getSpec()
                        .getReplicas())
                .isEqualTo(1);
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("kube-system")
                        .withName("hubble-relay")
                        .get())
                .isNotNull();
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("kube-system")
                        .withName("hubble-ui")
                        .get())
                .isNull();
    }

    @Test
    void actsOnTheClusterOfAKubeconfigThatIsMounted() throws Exception {
        try (SmallCluster other = new SmallCluster(new HelmRunner(), 1)) {
            JobRunner.Run run = new JobRunner.Run(
                    "default",
                    "job",
                    "helm",
                    List.of(),
                    List.of("upgrade", "--install", "abroad", "unheard-of", "--wait"),
                    Map.of("KUBECONFIG", "/k/config"),
                    Map.of("/k/config", other.kubeconfig()),
                    client);
            assertThat(new HelmRunner().run(run).exitCode()).isZero();
            assertThat(other.client()
                            .apps()
                            .deployments()
                            .inNamespace("default")
                            .withName("abroad")
                            .get())
                    .isNotNull();
        }
        assertThat(client.apps()
                        .deployments()
                        .inNamespace("default")
                        .withName("abroad")
                        .get())
                .isNull();
    }

    @Test
    void installsTheRolesOfAPackedChart() throws Exception {
        String archive = new String(ShippedChart.controllers().archive(), StandardCharsets.ISO_8859_1);

        assertThat(new HelmRunner()
                        .run(run(
                                List.of("install", "butler-controller", "/charts/butler.tgz", "-n", "default"),
                                Map.of("/charts/butler.tgz", archive)))
                        .log())
                .contains("STATUS: deployed");

        assertThat(client.rbac()
                        .clusterRoles()
                        .withLabel("app.kubernetes.io/instance", "butler-controller")
                        .list()
                        .getItems())
                .extracting(role -> role.getMetadata().getName())
                .contains("butler-team-viewer", "butler-team-environment", "butler-team-operator", "butler-team-admin");
        assertThat(client.rbac()
                        .clusterRoles()
                        .withName("butler-team-operator")
                        .get()
                        .getRules())
                .anyMatch(rule -> rule.getResources().contains("tenantclusters")
                        && rule.getVerbs().contains("create"));
        helm("uninstall butler-controller -n default");
        assertThat(client.rbac().clusterRoles().withName("butler-team-viewer").get())
                .isNull();
    }

    @Test
    void refusesAsHelmDoes() throws Exception {
        assertThat(helm("upgrade absent unheard-of").log()).contains("\"absent\" has no deployed releases");
        assertThat(helm("upgrade --install x unheard-of -n nowhere").log())
                .contains("namespaces \"nowhere\" not found");
        assertThat(helm("uninstall absent").log()).contains("release: not found");
        assertThat(helm("dance").log()).contains("unknown command \"dance\" for \"helm\"");
        assertThat(helm("upgrade --install x unheard-of -f /missing.yaml").log())
                .contains("open /missing.yaml");
        assertThat(helm("upgrade --install x /charts/x.tgz").log()).contains("path \"/charts/x.tgz\" not found");
        assertThat(new HelmRunner()
                        .run(run(List.of("install", "x", "/charts/x.tgz"), Map.of("/charts/x.tgz", "not an archive")))
                        .log())
                .contains("does not appear to be a gzipped archive");
        assertThat(new HelmRunner()
                        .run(new JobRunner.Run(
                                "default",
                                "job",
                                "helm",
                                List.of("sh", "-c"),
                                List.of("true"),
                                Map.of(),
                                Map.of(),
                                client))
                        .exitCode())
                .isEqualTo(127);
    }

    private static JobRunner.Outcome helm(String words) throws InterruptedException {
        return new HelmRunner().run(run(List.of(words.split(" ")), Map.of()));
    }

    private static JobRunner.Run run(List<String> arguments, Map<String, String> files) {
        return new JobRunner.Run("default", "job", "helm", List.of(), arguments, Map.of(), files, client);
    }
}
