package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.adm.controllers.RestrictedApi.Request;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.ImageSync;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ManagementAddon;
import dev.butlerlabs.core.api.ManagementAddonStatus;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.api.TeamStatus;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.api.TenantClusterStatus.Phase;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.testing.LongSuite;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import dev.butlerlabs.sim.tenant.SimulatedTenants;
import dev.butlerlabs.sim.tenant.TenantDelays;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.batch.v1.JobBuilder;
import io.fabric8.kubernetes.api.model.batch.v1.JobCondition;
import io.fabric8.kubernetes.api.model.batch.v1.JobConditionBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the account of the controllers may do, compared with what the controllers do. */
@Tag("process")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class ControllersAccountTest {
    private static final long LIMIT_SECONDS = 60;
    private static final ListenAddress ANY_PORT = new ListenAddress("127.0.0.1", 0);

    /** Permissions of situations that this test does not create. */
    private static final Set<String> NOT_RUN = Set.of(
            // Checked by ControllersPolicyTest.
            "bind clusterroles.rbac.authorization.k8s.io",
            "use helmaccounts.butler.butlerlabs.dev",
            // Harvester's own Cluster API provider is not simulated.
            "create harvesterclusters.infrastructure.cluster.x-k8s.io",
            "create harvestermachinetemplates.infrastructure.cluster.x-k8s.io",
            "delete harvestermachinetemplates.infrastructure.cluster.x-k8s.io",
            "get harvesterclusters.infrastructure.cluster.x-k8s.io",
            "get harvestermachinetemplates.infrastructure.cluster.x-k8s.io",
            "list harvestermachinetemplates.infrastructure.cluster.x-k8s.io",
            "patch harvesterclusters.infrastructure.cluster.x-k8s.io",
            "patch harvestermachinetemplates.infrastructure.cluster.x-k8s.io",
            // Only while the informer of the resource has not listed it; afterwards it is read from memory.
            "get awsmachinetemplates.infrastructure.cluster.x-k8s.io",
            "get azureclusteridentities.infrastructure.cluster.x-k8s.io",
            "get azuremachinetemplates.infrastructure.cluster.x-k8s.io",
            "get gcpmachinetemplates.infrastructure.cluster.x-k8s.io",
            "get kubeadmconfigtemplates.bootstrap.cluster.x-k8s.io",
            "get kubevirtmachinetemplates.infrastructure.cluster.x-k8s.io",
            "get nutanixmachinetemplates.infrastructure.cluster.x-k8s.io",
            "get proxmoxmachinetemplates.infrastructure.cluster.x-k8s.io",
            "get talosconfigtemplates.bootstrap.cluster.x-k8s.io",
            // Only if a Job exists when the next one of its addon is created; on a busy machine it is sometimes gone.
            "delete jobs.batch",
            // Only after a conflict with another writer.
            "get loadbalancerrequests.butler.butlerlabs.dev",
            "get machinerequests.butler.butlerlabs.dev");

    /** Bound to the members of teams, not to the controllers. */
    private static final String ROLES_OF_TEAMS = "ClusterRole butler-team-";

    /** Where the roles are bound. */
    private static final Map<String, String> NAMESPACES = Map.of(
            "ClusterRole butler-controllers", ".*",
            "Role butler-controllers", "butler-system",
            "ClusterRole butler-controllers-tenant", ".*-[0-9a-f]{8}",
            "ClusterRole butler-controllers-credentials", "capa-system");

    private static final Map<String, Infrastructure> INFRASTRUCTURES = Map.of(
            "harvester",
            new Infrastructure(
                    "harvester: {networkName: default/lan, imageName: default/rocky}, network: {mode: ipam, poolRefs: [{name: lan}]}",
                    Map.of("kubeconfig", "none"),
                    ""),
            "nutanix",
            new Infrastructure(
                    "nutanix: {endpoint: \"https://127.0.0.1:1\", clusterUUID: c, subnetUUID: s}",
                    Map.of("username", "u", "password", "p"),
                    "type: talos, imageRef: talos"),
            "proxmox",
            new Infrastructure(
                    "proxmox: {endpoint: \"https://127.0.0.1:1\", nodes: [a], storage: lvm},"
                            + " network: {subnet: 192.0.2.0/24, gateway: 192.0.2.1, dnsServers: [192.0.2.2]}",
                    Map.of("token", "u@pve!t=s"),
                    "imageRef: \"9000\""),
            "aws",
            new Infrastructure(
                    "aws: {region: eu-west-1, endpoint: \"http://127.0.0.1:1\"}",
                    Map.of("accessKeyID", "a", "secretAccessKey", "s"),
                    "type: flatcar, imageRef: ami-1"),
            "gcp",
            new Infrastructure(
                    "gcp: {projectID: p, region: europe-west1, endpoint: \"http://127.0.0.1:1\"}",
                    Map.of("serviceAccountKey", "k"),
                    "imageRef: rocky"),
            "azure",
            new Infrastructure(
                    "azure: {subscriptionID: s, resourceGroup: r, location: westeurope}",
                    Map.of("clientID", "c", "clientSecret", "s", "tenantID", "t"),
                    "imageRef: \"a:b:c:d\""));

    /**
     * Where a tenant cluster runs.
     *
     * @param spec the part of the ProviderConfig
     * @param system the operating system of the workers
     */
    private record Infrastructure(String spec, Map<String, String> credentials, String system) {}

    private KubernetesClient operator;

    @Test
    void namesEveryResourceAndVerb() throws IOException {
        List<String> words = ControllersManifest.rulesByRole().values().stream()
                .flatMap(List::stream)
                .flatMap(rule -> Stream.of(rule.getApiGroups(), rule.getResources(), rule.getVerbs()))
                .flatMap(List::stream)
                .toList();

        assertThat(words).isNotEmpty().doesNotContain("*", "escalate", "impersonate");
    }

    /** A tenant cluster with addresses and addons, from the request to the removal, with every controller at work. */
    @Test
    void allowsWhatTheControllersDo() throws IOException {
        LongSuite.assumeEnabled();
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
            ControllersManifest.applyWebhook(operator);
            try (ControllersRun _ =
                    ControllersRun.start(api.connect(Role.CONTROLLERS), ANY_PORT, Optional.of(ANY_PORT), true)) {
                install();
                remove();
            }
            assertThat(api.requestsOfControllers())
                    .filteredOn(request -> request.status() == 403)
                    .isEmpty();
            assertThat(unused(api.requestsOfControllers())).isSubsetOf(NOT_RUN);
            assertThat(operator.rbac().clusterRoleBindings().list().getItems())
                    .noneMatch(binding -> binding.getMetadata().getName().startsWith("butler-helm-"));
        }
    }

    /** The permissions without which every request would still be allowed. */
    private static Set<String> unused(Set<Request> requests) throws IOException {
        Set<Grant> grants = grants();
        Set<Grant> unused = new HashSet<>(grants);
        requests.stream()
                .filter(request -> request.status() != 403)
                .flatMap(ControllersAccountTest::checks)
                .distinct()
                .map(check ->
                        grants.stream().filter(grant -> grant.allows(check)).toList())
                .filter(allowing -> allowing.size() == 1)
                .forEach(allowing -> unused.remove(allowing.getFirst()));
        return unused.stream().map(Grant::permission).collect(Collectors.toCollection(TreeSet::new));
    }

    /** A check of the API server. Server-side apply of a new object needs two permissions. */
    private record Check(String permission, String namespace) {}

    private static Stream<Check> checks(Request request) {
        return (request.verb().equals("patch") && request.status() == 201
                        ? Stream.of("patch", "create")
                        : Stream.of(request.verb()))
                .map(verb -> new Check(permission(request.group(), request.resource(), verb), request.namespace()));
    }

    /**
     * A permission of one of the roles.
     *
     * @param namespaces matches the namespaces in which the role is bound
     */
    private record Grant(String role, String namespaces, String permission) {
        boolean allows(Check check) {
            return permission.equals(check.permission()) && check.namespace().matches(namespaces);
        }
    }

    private static Set<Grant> grants() throws IOException {
        return ControllersManifest.rulesByRole().entrySet().stream()
                .filter(entry -> !entry.getKey().startsWith(ROLES_OF_TEAMS))
                .flatMap(entry -> entry.getValue().stream()
                        .flatMap(rule -> permissions(rule).stream())
                        .map(permission -> new Grant(entry.getKey(), NAMESPACES.get(entry.getKey()), permission)))
                .collect(Collectors.toSet());
    }

    private static List<String> permissions(PolicyRule rule) {
        return rule.getApiGroups().stream()
                .flatMap(group -> rule.getResources().stream()
                        .flatMap(resource -> rule.getVerbs().stream().map(verb -> permission(group, resource, verb))))
                .toList();
    }

    private static String permission(String group, String resource, String verb) {
        return "%s %s%s".formatted(verb, resource, group.isEmpty() ? "" : "." + group);
    }

    private void prepare() {
        List.of("butler-tenants", "capa-system").forEach(this::namespace);
        create("User", null, "ada", "email: ada@example.com");
        create(
                "ButlerConfig",
                null,
                "butler",
                "multiTenancy: {mode: Optional}, imageFactory: {url: \"http://127.0.0.1:1\"}");
        create("ClusterCreationPolicy", null, "versions", "scope: {platformWide: {}}");
        create("IdentityProvider", null, "login", """
                type: oidc, oidc: {issuerURL: "https://127.0.0.1:1", clientID: c, clientSecretRef: {name: nutanix},
                redirectURL: "https://127.0.0.1:1/callback"}
                """);
        create(
                "Team",
                null,
                "payments",
                "access: {users: [{name: ada, role: admin}]}, resourceLimits: {maxClusters: 3}");
        // Before the webhook is registered, which the API server cannot reach here.
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName("payments")
                        .addToLabels(Labels.MANAGED_BY, "butler")
                        .addToLabels(Labels.TEAM, "payments")
                        .endMetadata()
                        .build())
                .create();
        create("TenantCluster", "payments", "checkout", """
                kubernetesVersion: v1.31.4, providerConfigRef: {name: nutanix, namespace: butler-system},
                workers: {replicas: 1, machineTemplate: {os: {type: talos, imageRef: talos}}}
                """);
        create("NetworkPool", "butler-system", "lan", "cidr: 10.40.0.0/24");
        INFRASTRUCTURES.forEach((name, infrastructure) -> {
            operator.resource(new SecretBuilder()
                            .withNewMetadata()
                            .withNamespace("butler-system")
                            .withName(name)
                            .endMetadata()
                            .withStringData(infrastructure.credentials())
                            .build())
                    .create();
            create(
                    "ProviderConfig",
                    "butler-system",
                    name,
                    "provider: %s, credentialsRef: {name: %s}, %s".formatted(name, name, infrastructure.spec()));
        });
        // Without its Secret, so that the controllers do not check whether they may read everything.
        create(
                "BackupSchedule",
                "butler-system",
                "nightly",
                "schedule: 0 2 * * *, location: /backups, keySecretRef: {name: absent}");
        create("AddonDefinition", null, "demo", """
                displayName: Demo, description: Demo, category: other,
                chart: {repository: "https://127.0.0.1:1/charts", name: demo, defaultVersion: 1.0.0}
                """);
    }

    private void namespace(String name) {
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    private void install() {
        INFRASTRUCTURES.forEach((name, infrastructure) ->
                create("TenantCluster", "butler-tenants", name, """
                kubernetesVersion: v1.31.4, providerConfigRef: {name: %s},
                workers: {replicas: 1, machineTemplate: {os: {%s}}}
                """.formatted(name, infrastructure.system())));
        awaitTeam(team -> team.getStatus() != null && team.getStatus().phase() == TeamStatus.Phase.READY);
        create("ManagementAddon", null, "demo", "addon: demo");
        create("MachineRequest", "butler-system", "machine", """
                providerRef: {name: harvester}, machineName: machine, role: worker, cpu: 1, memoryMB: 2048, diskGB: 20
                """);
        create("LoadBalancerRequest", "butler-system", "balancer", """
                providerConfigRef: {name: harvester}, clusterName: demo, port: 6443
                """);
        create("ImageSync", "butler-system", "talos", """
                providerConfigRef: {name: harvester}, factoryRef: {schematicID: "%s", version: v1.12.1}
                """.formatted("0".repeat(64)));
        create("TenantCluster", "butler-tenants", "pictured", """
                kubernetesVersion: v1.31.4, providerConfigRef: {name: harvester},
                workers: {replicas: 1, machineTemplate: {os: {type: talos, schematicID: "%s"}}}
                """.formatted("1".repeat(64)));
        awaitAutomaticImage(sync -> true);
        INFRASTRUCTURES.keySet().forEach(this::awaitReady);
        awaitReady(clusterOfTeam());
        create("TenantAddon", "butler-tenants", "extra", "clusterRef: {name: harvester}, addon: demo, version: 1.0.0");
        INFRASTRUCTURES.keySet().forEach(this::replaceWorkers);
        INFRASTRUCTURES.keySet().forEach(this::awaitReady);
        awaitJob("butler-system");
        awaitJob(cluster("harvester").get().getStatus().tenantNamespace());
    }

    /** Changes the machines, so that new templates replace the old ones. */
    private void replaceWorkers(String name) {
        cluster(name)
                .patch(
                        PatchContext.of(PatchType.JSON_MERGE),
                        "{\"spec\":{\"timeServers\":[\"192.0.2.3\"],\"workers\":{\"machineTemplate\":{\"cpu\":7,"
                                + "\"os\":{\"sshAuthorizedKey\":\"ssh-ed25519 A\"}}}}}");
    }

    private void awaitReady(String name) {
        awaitReady(cluster(name));
    }

    private static void awaitReady(Resource<TenantCluster> cluster) {
        try {
            cluster.waitUntilCondition(
                    found -> found != null
                            && found.getStatus() != null
                            && found.getStatus().phase() == Phase.READY
                            && found.getStatus().observedGeneration()
                                    >= found.getMetadata().getGeneration(),
                    LIMIT_SECONDS,
                    TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("not ready: " + cluster.get().getStatus(), e);
        }
    }

    private void awaitTeam(Predicate<Team> condition) {
        Resource<Team> team = operator.resources(Team.class).withName("payments");
        try {
            team.waitUntilCondition(condition, LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("not ready: " + team.get().getStatus(), e);
        }
    }

    /** Its infrastructure is not reachable, so that an ImageSync never gets ready and its deletion does not finish. */
    private void awaitAutomaticImage(Predicate<ImageSync> condition) {
        try {
            operator.resources(ImageSync.class)
                    .inNamespace("butler-system")
                    .withLabel(Labels.AUTO_SYNCED)
                    .informOnCondition(syncs -> syncs.stream().anyMatch(condition))
                    .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
                    .join();
        } catch (CompletionException e) {
            throw new AssertionError(
                    "no such ImageSync; the cluster is " + cluster("pictured").get(), e);
        }
    }

    private void removeTeam() {
        clusterOfTeam().delete();
        awaitGone(clusterOfTeam());
        Resource<Team> team = operator.resources(Team.class).withName("payments");
        team.patch(PatchContext.of(PatchType.JSON_MERGE), "{\"spec\":{\"resourceLimits\":null}}");
        awaitTeam(found ->
                found.getStatus().observedGeneration() >= found.getMetadata().getGeneration());
        team.delete();
        awaitGone(team);
    }

    /** No Job controller runs here. */
    private void remove() {
        removeTeam();
        cluster("pictured").delete();
        awaitGone(cluster("pictured"));
        awaitAutomaticImage(ImageSync::isMarkedForDeletion);
        Resource<ManagementAddon> management =
                operator.resources(ManagementAddon.class).withName("demo");
        Resource<TenantAddon> extra = operator.resources(TenantAddon.class)
                .inNamespace("butler-tenants")
                .withName("extra");
        management.delete();
        extra.delete();
        management.waitUntilCondition(
                found -> found == null || isDeleting(found.getStatus()), LIMIT_SECONDS, TimeUnit.SECONDS);
        operator.batch().v1().jobs().inAnyNamespace().list().getItems().forEach(this::fail);
        awaitGone(management);
        INFRASTRUCTURES.keySet().forEach(name -> cluster(name).delete());
        INFRASTRUCTURES.keySet().forEach(name -> awaitGone(cluster(name)));
        awaitGone(extra);
        Resource<ProviderConfig> config = operator.resources(ProviderConfig.class)
                .inNamespace("butler-system")
                .withName("nutanix");
        config.delete();
        awaitGone(config);
    }

    private void fail(Job job) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        operator.resource(new JobBuilder(job)
                        .withNewStatus()
                        .withStartTime(now)
                        .withFailed(1)
                        .addToConditions(condition("FailureTarget", now), condition("Failed", now))
                        .endStatus()
                        .build())
                .updateStatus();
    }

    private static JobCondition condition(String type, String time) {
        return new JobConditionBuilder()
                .withType(type)
                .withStatus("True")
                .withReason("BackoffLimitExceeded")
                .withLastTransitionTime(time)
                .build();
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

    private Resource<TenantCluster> cluster(String name) {
        return operator.resources(TenantCluster.class)
                .inNamespace("butler-tenants")
                .withName(name);
    }

    private Resource<TenantCluster> clusterOfTeam() {
        return operator.resources(TenantCluster.class).inNamespace("payments").withName("checkout");
    }

    private void create(String kind, String namespace, String name, String spec) {
        GenericKubernetesResource object = operator.getKubernetesSerialization()
                .unmarshal(
                        """
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: %s, annotations: {butler.butlerlabs.dev/node-addresses: 192.0.2.10-192.0.2.20}}
                        spec: {%s}
                        """.formatted(ApiGroup.NAME, kind, name, spec.strip().replace("\n", " ")),
                        GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace);
        operator.resource(object).create();
    }
}
