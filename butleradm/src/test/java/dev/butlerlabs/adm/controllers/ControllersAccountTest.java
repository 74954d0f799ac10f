package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.adm.controllers.RestrictedApi.Request;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the account of the controllers may do, compared with what the controllers do. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ControllersAccountTest {
    private static final long LIMIT_SECONDS = 60;

    private KubernetesClient operator;

    @Test
    void namesEveryResourceAndVerb() throws IOException {
        List<String> words = ControllersManifest.rules().stream()
                .flatMap(rule -> Stream.of(rule.getApiGroups(), rule.getResources(), rule.getVerbs()))
                .flatMap(List::stream)
                .toList();

        assertThat(words).isNotEmpty().doesNotContain("*", "escalate", "impersonate");
    }

    /** A tenant cluster with addresses and addons, from the request to the removal, with every controller at work. */
    @Test
    void allowsWhatTheControllersDo() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        try (RestrictedApi api = RestrictedApi.start(bench.orElseThrow());
                KubernetesClient client = api.connect(Role.OPERATOR);
                SimulatedTenants _ =
                        SimulatedTenants.start(api.kubeconfig(Role.OPERATOR).toYaml(), TenantDelays.QUICK)) {
            operator = client;
            new CustomResourceDefinitions(operator).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
            ControllersManifest.apply(operator);
            prepare();
            assumeTrue(api.startCleanup(), "the test bench has no kube-controller-manager");
            try (ControllersRun _ =
                    ControllersRun.start(api.connect(Role.CONTROLLERS), new ListenAddress("127.0.0.1", 0), true)) {
                install();
                remove();
            }
            assertThat(api.requestsOfControllers())
                    .filteredOn(request -> request.status() == 403)
                    .isEmpty();
            assertThat(api.requestsOfControllers())
                    .extracting(Request::resource)
                    .contains("jobs", "leases", "ipallocations/status");
            assertThat(operator.rbac().clusterRoleBindings().list().getItems())
                    .noneMatch(binding -> binding.getMetadata().getName().startsWith("butler-helm-"));
        }
    }

    private void prepare() {
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("butler-tenants")
                        .endMetadata()
                        .build())
                .create();
        operator.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("butler-system")
                        .withName("harvester")
                        .endMetadata()
                        .withStringData(Map.of("kubeconfig", "none"))
                        .build())
                .create();
        create("NetworkPool", "butler-system", "lan", "cidr: 10.40.0.0/24");
        create("ProviderConfig", "butler-system", "harvester", """
                provider: harvester, credentialsRef: {name: harvester},
                harvester: {networkName: default/lan, imageName: default/rocky}, network: {mode: ipam, poolRefs: [{name: lan}]}
                """);
        create("AddonDefinition", null, "demo", """
                displayName: Demo, description: Demo, category: other,
                chart: {repository: "https://127.0.0.1:1/charts", name: demo, defaultVersion: 1.0.0}
                """);
    }

    private void install() {
        create("TenantCluster", "butler-tenants", "demo", """
                kubernetesVersion: v1.31.4, workers: {replicas: 1}, providerConfigRef: {name: harvester}
                """);
        create("ManagementAddon", null, "demo", "addon: demo");
        TenantCluster ready = cluster()
                .waitUntilCondition(
                        found -> found != null
                                && found.getStatus() != null
                                && found.getStatus().phase() == Phase.READY,
                        LIMIT_SECONDS,
                        TimeUnit.SECONDS);
        create("TenantAddon", "butler-tenants", "extra", "clusterRef: {name: demo}, addon: demo, version: 1.0.0");
        awaitJob("butler-system");
        awaitJob(ready.getStatus().tenantNamespace());
    }

    /** No Job controller runs here: a Job that never ends is deleted as an operator would. */
    private void remove() {
        Resource<ManagementAddon> management =
                operator.resources(ManagementAddon.class).withName("demo");
        Resource<TenantAddon> extra = operator.resources(TenantAddon.class)
                .inNamespace("butler-tenants")
                .withName("extra");
        management.delete();
        extra.delete();
        management.waitUntilCondition(
                found -> found == null || isDeleting(found.getStatus()), LIMIT_SECONDS, TimeUnit.SECONDS);
        operator.batch()
                .v1()
                .jobs()
                .inAnyNamespace()
                .list()
                .getItems()
                .forEach(job -> operator.resource(job).delete());
        awaitGone(management);
        cluster().delete();
        awaitGone(cluster());
        awaitGone(extra);
    }

    private static boolean isDeleting(ManagementAddonStatus status) {
        return status != null && status.phase() == ManagementAddonStatus.Phase.UNINSTALLING;
    }

    private void awaitJob(String namespace) {
        operator.batch()
                .v1()
                .jobs()
                .inNamespace(namespace)
                .informOnCondition(jobs -> !jobs.isEmpty())
                .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    private static void awaitGone(Resource<? extends HasMetadata> object) {
        try {
            object.waitUntilCondition(found -> found == null, LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("still there: " + object.get(), e);
        }
    }

    private Resource<TenantCluster> cluster() {
        return operator.resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName("demo");
    }

    private void create(String kind, String namespace, String name, String spec) {
        GenericKubernetesResource object = operator.getKubernetesSerialization()
                .unmarshal(
                        """
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: %s}
                        spec: {%s}
                        """.formatted(ApiGroup.NAME, kind, name, spec.strip().replace("\n", " ")),
                        GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace);
        operator.resource(object).create();
    }
}
