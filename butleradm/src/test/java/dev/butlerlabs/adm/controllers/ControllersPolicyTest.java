package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The admission policies of the chart on a real API server: who may use the accounts of Helm Jobs, and where the controllers may write. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ControllersPolicyTest {
    private static final String SYSTEM = "butler-system";
    private static final String TENANT = "web-0a1b2c3d";
    private static final String RBAC = "rbac.authorization.k8s.io";
    private static final String OWN_ROLES = "the controllers bind only";
    private static final String OWN_CLUSTER_ROLES = "the controllers create ClusterRoles only";
    private static final String TOKEN_REQUEST =
            "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}";
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private static RestrictedApi api;
    private static KubernetesClient operator;
    private static final String TEAM = "payments";
    private static KubernetesClient controllers;
    /** May do everything in butler-system, as a user who administrates the namespace. */
    private static KubernetesClient alice;

    @BeforeAll
    static void start() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        api = RestrictedApi.start(bench.orElseThrow());
        operator = api.connect(Role.OPERATOR);
        controllers = api.connect(Role.CONTROLLERS);
        alice = api.connect(Role.TEAM_A);
        ControllersManifest.apply(operator);
        namespace(TENANT, Map.of(Labels.MANAGED_BY, "butler", Labels.SOURCE_NAME, "web"));
        namespace("team-b", Map.of());
        namespace(TEAM, Map.of(Labels.MANAGED_BY, "butler", Labels.TEAM, TEAM));
        namespace("claimed", Map.of(Labels.MANAGED_BY, "butler", Labels.TEAM, TEAM));
        operator.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(SYSTEM)
                        .withName("alice")
                        .endMetadata()
                        .withNewRoleRef(RBAC, "ClusterRole", "cluster-admin")
                        .addNewSubject(RBAC, "User", "alice", null)
                        .build())
                .create();
        operator.resource(account("helm-demo")).create();
        operator.resource(account("plain")).create();
        TestAwait.upTo(LIMIT, "the policies and permissions")
                .until(() -> isDenied(alice, pod("helm-demo"))
                        && isAllowed(alice, pod("plain"))
                        && isDenied(controllers, clusterBinding("butler-other", "helm-demo")));
    }

    private static void namespace(String name, Map<String, String> labels) {
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withLabels(labels)
                        .endMetadata()
                        .build())
                .create();
    }

    @AfterAll
    static void stop() {
        if (api != null) {
            alice.close();
            controllers.close();
            operator.close();
            api.close();
        }
    }

    @Test
    void anAdministratorOfTheNamespaceCannotUseTheAccountOfAHelmJob() {
        assertDenied(alice, pod("helm-demo"), "belongs to a Helm Job");
        assertDenied(alice, job("helm-demo"), "belongs to a Helm Job");
        assertDenied(alice, tokenSecret("helm-demo"), "belongs to a Helm Job");
        assertThat(isAllowed(alice, job("plain"))).isTrue();
        assertThat(isAllowed(alice, tokenSecret("plain"))).isTrue();
    }

    @Test
    void anAdministratorOfTheNamespaceCannotEnterThePodOfAHelmJob() {
        String exec = "/api/v1/namespaces/butler-system/pods/helm-demo-1-0-abcde/exec?command=sh&stdout=true";
        String token = "/api/v1/namespaces/butler-system/serviceaccounts/helm-demo/token";
        assertThat(failure(() -> alice.raw(exec, "POST", "{}"))).contains("belongs to a Helm Job");
        assertThat(failure(() -> alice.raw(token, "POST", TOKEN_REQUEST))).contains("belongs to a Helm Job");
        assertThat(operator.raw(token, "POST", TOKEN_REQUEST)).contains("token");
    }

    @Test
    void onlyTheJobControllerCreatesThePodsOfHelmJobs() {
        HasMetadata ofJob = ownedPod("batch/v1", "Job");
        try (KubernetesClient jobs = as("system:serviceaccount:kube-system:job-controller");
                KubernetesClient replicaSets = as("system:serviceaccount:kube-system:replicaset-controller")) {
            assertThat(isAllowed(jobs, ofJob)).isTrue();
            assertDenied(jobs, pod("helm-demo"), "belongs to a Helm Job");
            assertDenied(replicaSets, ofJob, "belongs to a Helm Job");
            assertDenied(replicaSets, ownedPod("apps/v1", "ReplicaSet"), "belongs to a Helm Job");
        }
        assertThat(isAllowed(alice, ofJob)).isFalse();
    }

    private static KubernetesClient as(String user) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(operator.getConfiguration())
                        .withImpersonateUsername(user)
                        .build())
                .build();
    }

    private static HasMetadata ownedPod(String version, String kind) {
        HasMetadata pod = pod("helm-demo");
        pod.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion(version)
                        .withKind(kind)
                        .withName("owner")
                        .withUid("0b5a5a0e-0000-4000-8000-000000000000")
                        .withController(true)
                        .build()));
        return pod;
    }

    @Test
    void theControllersRunHelmJobs() {
        assertThat(isAllowed(controllers, job("helm-demo"))).isTrue();
        assertThat(isAllowed(controllers, clusterBinding("butler-helm-demo", "helm-demo")))
                .isTrue();
    }

    @Test
    void theControllersBindNoOtherAccountToClusterAdmin() {
        assertDenied(controllers, clusterBinding("butler-helm-demo", "plain"), "only for the accounts of Helm Jobs");
        assertDenied(controllers, clusterBinding("mine", "helm-demo"), "only for the accounts of Helm Jobs");
    }

    @Test
    void theControllersPermitAdministratorsOfATeamToChangeTheirTeamOnly() {
        assertThat(isAllowed(controllers, teamRole("butler-team-admin-payments", "teams", "payments")))
                .isTrue();
        assertDenied(controllers, teamRole("butler-team-admin-payments", "teams", "billing"), OWN_CLUSTER_ROLES);
        assertDenied(controllers, teamRole("butler-team-admin-payments", "teams"), OWN_CLUSTER_ROLES);
        assertDenied(controllers, teamRole("butler-team-admin", "teams", "payments"), OWN_CLUSTER_ROLES);
        assertDenied(controllers, teamRole("mine", "tenantclusters", "payments"), OWN_CLUSTER_ROLES);
        assertThat(isAllowed(controllers, reading("butler-team-member-payments")))
                .isTrue();
        assertDenied(controllers, reading("butler-team-member-billing"), OWN_CLUSTER_ROLES);
        assertDenied(controllers, teamRole("butler-team-member-payments", "teams", "payments"), OWN_CLUSTER_ROLES);
        operator.resource(teamRole("butler-team-admin-payments", "teams", "payments"))
                .create();
        assertThat(isAllowed(controllers, teamBinding("butler-team-admin-payments")))
                .isTrue();
        assertDenied(controllers, teamBinding("butler-team-other"), "only for the accounts of Helm Jobs");
    }

    private static ClusterRole teamRole(String name, String resource, String... teams) {
        return new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .addNewRule()
                .withApiGroups("butler.butlerlabs.dev")
                .withResources(resource)
                .withResourceNames(teams)
                .withVerbs("get", "patch")
                .endRule()
                .build();
    }

    private static ClusterRole reading(String name) {
        return teamRole(name, "teams", "payments")
                .edit()
                .editRule(0)
                .withVerbs("get")
                .endRule()
                .build();
    }

    private static HasMetadata teamBinding(String name) {
        return new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewRoleRef(RBAC, "ClusterRole", "butler-team-admin-payments")
                .addNewSubject(RBAC, "User", "ada@example.com", null)
                .build();
    }

    @Test
    void theControllersBindTheirRoleOnlyInNamespacesOfTenantClusters() {
        assertThat(isAllowed(controllers, binding(TENANT, "butler-controllers-tenant", "butler-controllers")))
                .isTrue();
        assertDenied(controllers, binding("team-b", "butler-controllers-tenant", "butler-controllers"), OWN_ROLES);
        assertDenied(controllers, binding(TENANT, "butler-controllers-tenant", "default"), OWN_ROLES);
        assertDenied(controllers, binding(TENANT, "butler-controllers-credentials", "butler-controllers"), OWN_ROLES);
        assertDenied(controllers, binding(TENANT, "cluster-admin", "butler-controllers"), "");
    }

    @Test
    void theControllersBindTheRolesOfTeamsOnlyInNamespacesOfTeams() {
        assertThat(isAllowed(controllers, binding(TEAM, "butler-team-admin", "someone")))
                .isTrue();
        assertDenied(controllers, binding("team-b", "butler-team-admin", "someone"), OWN_ROLES);
        assertDenied(controllers, binding("claimed", "butler-team-viewer", "someone"), OWN_ROLES);
        assertDenied(controllers, binding(TENANT, "butler-team-viewer", "someone"), OWN_ROLES);
        assertDenied(controllers, binding(TEAM, "cluster-admin", "someone"), "");
    }

    @Test
    void theControllersChangeOnlyNamespacesOfTeamsAndTenantClusters() {
        String label = "{\"metadata\":{\"labels\":{\"a\":\"b\"}}}";
        PatchContext merge = PatchContext.of(PatchType.JSON_MERGE);
        assertThat(failure(() -> controllers.namespaces().withName("team-b").patch(merge, label)))
                .contains("only namespaces of teams and tenant clusters");
        assertThat(failure(() ->
                        controllers.namespaces().withName("team-b").dryRun().delete()))
                .contains("only namespaces of teams and tenant clusters");
        assertThatCode(() -> controllers.namespaces().withName(TENANT).patch(merge, label))
                .doesNotThrowAnyException();
    }

    @Test
    void theControllersDeleteOtherSecretsOnlyOfHelmReleases() {
        secret("team-b", "credentials", "Opaque");
        secret("team-b", "release", "helm.sh/release.v1");
        secret(TENANT, "credentials", "Opaque");
        assertThat(failure(() -> deleteSecret("team-b", "credentials"))).contains("only Secrets of Helm releases");
        assertThatCode(() -> deleteSecret("team-b", "release")).doesNotThrowAnyException();
        assertThatCode(() -> deleteSecret(TENANT, "credentials")).doesNotThrowAnyException();
        assertThat(failure(() -> controllers
                        .resource(secretOf("team-b", "new", "Opaque"))
                        .create()))
                .contains("cannot create resource \"secrets\"");
    }

    /** The permissions that API servers check while they handle another request, so that no request shows them. */
    @Test
    void withoutTheirPermissionsTheControllersNeitherBindRolesNorRunHelmJobs() {
        HasMetadata ofTenant = binding(TENANT, "butler-controllers-tenant", "butler-controllers");
        HasMetadata ofHelm = clusterBinding("butler-helm-demo", "helm-demo");
        without("butler-controllers-tenant", () -> assertDenied(controllers, ofTenant, "attempting to grant"));
        without("cluster-admin", () -> assertDenied(controllers, ofHelm, "attempting to grant"));
        without("helmaccounts", () -> assertDenied(controllers, job("helm-demo"), "belongs to a Helm Job"));
        TestAwait.upTo(LIMIT, "the permissions to be restored")
                .until(() -> isAllowed(controllers, ofTenant)
                        && isAllowed(controllers, ofHelm)
                        && isAllowed(controllers, job("helm-demo")));
    }

    /** Removes the rule that names a resource, waits until the check passes, and restores the rule. */
    private static void without(String resource, ThrowingRunnable check) {
        ClusterRole role =
                operator.rbac().clusterRoles().withName("butler-controllers").get();
        List<PolicyRule> rules = role.getRules().stream()
                .filter(rule -> !rule.getResourceNames().contains(resource)
                        && !rule.getResources().contains(resource))
                .toList();
        assertThat(rules).hasSizeLessThan(role.getRules().size());
        replaceRules(rules);
        try {
            TestAwait.upTo(LIMIT, "a denial without " + resource).untilAsserted(check);
        } finally {
            replaceRules(role.getRules());
        }
    }

    private static void replaceRules(List<PolicyRule> rules) {
        operator.rbac()
                .clusterRoles()
                .withName("butler-controllers")
                .edit(role -> new ClusterRoleBuilder(role).withRules(rules).build());
    }

    private static boolean isAllowed(KubernetesClient client, HasMetadata object) {
        return failure(() -> client.resource(object).dryRun().create()).isEmpty();
    }

    private static boolean isDenied(KubernetesClient client, HasMetadata object) {
        return !isAllowed(client, object);
    }

    private static void assertDenied(KubernetesClient client, HasMetadata object, String message) {
        assertThat(failure(() -> client.resource(object).dryRun().create()))
                .isNotEmpty()
                .contains(message);
    }

    /** Returns the message of a request that is forbidden; empty if it is permitted. */
    private static String failure(Runnable request) {
        try {
            request.run();
            return "";
        } catch (KubernetesClientException e) {
            if (e.getCode() != 403) {
                throw e;
            }
            return e.getMessage();
        }
    }

    private static void secret(String namespace, String name, String type) {
        operator.resource(secretOf(namespace, name, type)).create();
    }

    private static HasMetadata secretOf(String namespace, String name, String type) {
        return new SecretBuilder()
                .withMetadata(metadata(namespace, name))
                .withType(type)
                .build();
    }

    private static void deleteSecret(String namespace, String name) {
        controllers.secrets().inNamespace(namespace).withName(name).delete();
    }

    private static ObjectMeta metadata(String namespace, String name) {
        return new ObjectMetaBuilder().withNamespace(namespace).withName(name).build();
    }

    private static HasMetadata account(String name) {
        return new ServiceAccountBuilder().withMetadata(metadata(SYSTEM, name)).build();
    }

    private static HasMetadata tokenSecret(String account) {
        return new SecretBuilder()
                .withMetadata(new ObjectMetaBuilder(metadata(SYSTEM, "token-of-" + account))
                        .addToAnnotations("kubernetes.io/service-account.name", account)
                        .build())
                .withType("kubernetes.io/service-account-token")
                .build();
    }

    private static HasMetadata pod(String account) {
        return new PodBuilder()
                .withMetadata(metadata(SYSTEM, "pod"))
                .withSpec(spec(account))
                .build();
    }

    private static HasMetadata job(String account) {
        return new JobBuilder()
                .withMetadata(metadata(SYSTEM, "job"))
                .withNewSpec()
                .withNewTemplate()
                .withSpec(spec(account))
                .endTemplate()
                .endSpec()
                .build();
    }

    private static PodSpec spec(String account) {
        return new PodSpecBuilder()
                .withServiceAccountName(account)
                .withRestartPolicy("Never")
                .addNewContainer()
                .withName("main")
                .withImage("registry.example.test/main:1")
                .endContainer()
                .build();
    }

    private static HasMetadata clusterBinding(String name, String account) {
        return new ClusterRoleBindingBuilder()
                .withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewRoleRef(RBAC, "ClusterRole", "cluster-admin")
                .addNewSubject("", "ServiceAccount", account, SYSTEM)
                .build();
    }

    private static HasMetadata binding(String namespace, String role, String account) {
        return new RoleBindingBuilder()
                .withMetadata(metadata(namespace, "probe"))
                .withNewRoleRef(RBAC, "ClusterRole", role)
                .addNewSubject("", "ServiceAccount", account, SYSTEM)
                .build();
    }
}
