package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.core.api.Annotations;
import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.LoadBalancerRequest;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.api.MachineRequestStatus;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.TenantAddon;
import dev.butlerlabs.core.api.TenantCluster;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.reconcile.ConditionEditor;
import dev.butlerlabs.operator.ControllersRun;
import dev.butlerlabs.operator.ListenAddress;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import dev.butlerlabs.sim.infrastructure.SimulationOptions;
import dev.butlerlabs.sim.nutanix.NutanixSimulator;
import io.fabric8.kubernetes.api.model.Condition;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;

/** Attacks of a member of team a on team b and on the platform, through what the controllers do for everybody. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(value = 3, unit = TimeUnit.MINUTES)
abstract class NamespaceBoundaryContract {
    private static final String SYSTEM = "butler-system";
    private static final String VICTIM = "victim-cluster-uid";
    private static final long LIMIT_SECONDS = 60;
    /** Longer than the controllers take from an object to the first connection. */
    private static final Duration QUIET = Duration.ofSeconds(2);

    private BoundaryApi api;
    private KubernetesClient operator;
    KubernetesClient teamA;
    private KubernetesClient teamB;
    private NutanixSimulator prism;
    private ControllersRun controllers;

    abstract BoundaryApi startApi();

    @BeforeAll
    void start() throws IOException {
        api = startApi();
        operator = api.connect(Role.OPERATOR);
        teamA = api.connect(Role.TEAM_A);
        teamB = api.connect(Role.TEAM_B);
        prism = NutanixSimulator.start(SimulationOptions.standard());
        new CustomResourceDefinitions(operator).ensure(CustomResourceDefinitionFiles.all(), Duration.ofSeconds(60));
        ControllersManifest.apply(operator);
        openTeam("a", "alice");
        openTeam("b", "bob");
        secret(operator, SYSTEM, "prism", prism.credentials());
        secret(teamB, "team-b", "prism", Map.of("username", "bob", "password", "secret-of-team-b"));
        nutanix(operator, SYSTEM, "prism", "{name: prism}", "");
        nutanix(operator, SYSTEM, "only-for-b", "{name: prism}", "scope: {type: team, teamRef: {name: b}},");
        controllers = ControllersRun.start(api.connect(Role.CONTROLLERS), new ListenAddress("127.0.0.1", 0), false);
    }

    private void openTeam(String team, String member) {
        String namespace = "team-" + team;
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(namespace)
                        .addToLabels(ApiGroup.NAME + "/team", team)
                        .endMetadata()
                        .build())
                .create();
        operator.resource(ObjectSerialization.withCoreKinds()
                        .<HasMetadata>unmarshal("""
                                apiVersion: %s/v1alpha1
                                kind: Team
                                metadata: {name: %s}
                                spec: {displayName: Team %s}
                                """.formatted(ApiGroup.NAME, team, team)))
                .create();
        for (String document : List.of("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: everything, namespace: %s}
                rules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]
                """.formatted(namespace), """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: everything, namespace: %s}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: everything}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: %s}]
                """.formatted(namespace, member))) {
            operator.resource(ObjectSerialization.withCoreKinds().<HasMetadata>unmarshal(document))
                    .create();
        }
    }

    @AfterAll
    void stop() {
        if (controllers != null) {
            controllers.close();
        }
        List.of(Optional.ofNullable(operator), Optional.ofNullable(teamA), Optional.ofNullable(teamB))
                .forEach(client -> client.ifPresent(KubernetesClient::close));
        if (prism != null) {
            prism.close();
        }
        if (api != null) {
            api.close();
        }
    }

    @Test
    void doesNotSendCredentialsOfAnotherNamespaceUntilTheyAreGranted() throws IOException {
        try (Eavesdropper endpoint = Eavesdropper.listen()) {
            create(teamA, "team-a", "ProviderConfig", "thief", Map.of(), """
                    provider: nutanix, credentialsRef: {name: prism, namespace: team-b},
                    nutanix: {endpoint: "https://127.0.0.1", port: %d, insecure: true, clusterUUID: c, subnetUUID: s}
                    """.formatted(endpoint.port()));

            Condition refused = awaitReason(configs("thief"), "ReferenceNotPermitted");
            assertThat(refused.getMessage())
                    .contains("team-b/prism", "team-a", "credentialsRef", Annotations.ALLOW_REFERENCES_FROM);
            endpoint.requireSilenceFor(QUIET);

            grant("team-c, team-a");
            endpoint.awaitConnection();

            grant("team-c");
            awaitReason(configs("thief"), "ReferenceNotPermitted");
        }
    }

    @Test
    void doesNotRevealWhetherASecretOfAnotherNamespaceExists() {
        create(teamA, "team-a", "ProviderConfig", "guess", Map.of(), """
                provider: nutanix, credentialsRef: {name: no-such-secret, namespace: team-b},
                nutanix: {endpoint: "https://127.0.0.1", port: 1, clusterUUID: c, subnetUUID: s}
                """);

        awaitReason(configs("guess"), "ReferenceNotPermitted");
    }

    @Test
    void doesNotUseAProviderConfigOfAnotherTeamsNamespaceForAMachine() throws IOException {
        try (Eavesdropper endpoint = Eavesdropper.listen()) {
            create(teamB, "team-b", "ProviderConfig", "own", Map.of(), """
                    provider: nutanix, credentialsRef: {name: prism},
                    nutanix: {endpoint: "https://127.0.0.1", port: %d, insecure: true, clusterUUID: c, subnetUUID: s}
                    """.formatted(endpoint.port()));
            endpoint.awaitConnection();
            create(teamA, "team-a", "MachineRequest", "borrower", Map.of(), machine("borrowed", "own", "team-b"));

            Condition refused = awaitReason(machines("borrower"), "ReferenceNotPermitted");
            assertThat(refused.getMessage()).contains("team-b/own", "team-a");
        }
        teamA.resource(machines("borrower").require()).delete();
        awaitGone(machines("borrower"));
    }

    @Test
    void aForgedOwnerNeitherAdoptsNorDeletesTheMachineOfAnotherCluster() {
        create(
                operator,
                SYSTEM,
                "MachineRequest",
                "cp-0",
                Map.of(Annotations.OWNER_ID, VICTIM),
                machine("cp-0", "prism", SYSTEM));
        String victim = awaitRunning(SYSTEM, "cp-0").providerID();

        create(
                teamA,
                "team-a",
                "MachineRequest",
                "by-annotation",
                Map.of(Annotations.OWNER_ID, VICTIM),
                machine("cp-0", "prism", SYSTEM));
        GenericKubernetesResource owned =
                document("team-a", "MachineRequest", "by-reference", Map.of(), machine("cp-0", "prism", SYSTEM));
        owned.getMetadata()
                .setOwnerReferences(List.of(new OwnerReferenceBuilder()
                        .withApiVersion(ApiGroup.NAME + "/v1alpha1")
                        .withKind("ClusterBootstrap")
                        .withName("victim")
                        .withUid(VICTIM)
                        .withController(true)
                        .build()));
        teamA.resource(owned).create();

        for (String forged : List.of("by-annotation", "by-reference")) {
            // The embedded API collects an object whose owner does not exist.
            Optional<MachineRequestStatus> status = Optional.ofNullable(machines(forged)
                            .waitUntilCondition(
                                    request -> request == null || isObserved(request), LIMIT_SECONDS, TimeUnit.SECONDS))
                    .map(MachineRequest::getStatus);
            assertThat(status.map(MachineRequestStatus::providerID)).as(forged).isNotEqualTo(Optional.of(victim));
            machines(forged).delete();
            awaitGone(machines(forged));
        }
        assertThat(prism.machines()).extracting(SimulatedMachine::name).contains("cp-0");
        assertThat(awaitRunning(SYSTEM, "cp-0").providerID()).isEqualTo(victim);
    }

    private static boolean isObserved(MachineRequest request) {
        return request.getStatus() != null
                && ConditionEditor.find(request.getStatus().conditions(), "Observed")
                        .isPresent();
    }

    @Test
    void aTeamThatIsNotTheNamespacesOwnIsRefused() {
        create(teamA, "team-a", "TenantCluster", "impostor", Map.of(), """
                kubernetesVersion: v1.31.4, workers: {replicas: 1}, teamRef: {name: b},
                providerConfigRef: {name: only-for-b, namespace: butler-system}
                """);

        Condition refused = awaitReason(clusters("impostor"), "TeamMismatch");
        assertThat(refused.getMessage()).contains("spec.teamRef", "\"b\"", "\"team-a\"", "\"a\"");
        assertThat(operator.namespaces().list().getItems())
                .noneMatch(namespace -> namespace.getMetadata().getName().startsWith("impostor-"));
    }

    @Test
    void aProviderConfigForOneTeamIsClosedToMachinesAndClustersOfAnother() {
        create(teamA, "team-a", "MachineRequest", "trespasser", Map.of(), machine("trespasser", "only-for-b", SYSTEM));
        create(teamA, "team-a", "TenantCluster", "trespasser", Map.of(), """
                kubernetesVersion: v1.31.4, workers: {replicas: 1},
                providerConfigRef: {name: only-for-b, namespace: butler-system}
                """);
        create(teamA, "team-a", "LoadBalancerRequest", "trespasser", Map.of(), """
                clusterName: x, providerConfigRef: {name: only-for-b, namespace: butler-system}
                """);
        create(teamB, "team-b", "MachineRequest", "member", Map.of(), machine("member", "only-for-b", SYSTEM));

        awaitReason(machines("trespasser"), "ProviderAccessDenied");
        awaitReason(clusters("trespasser"), "ProviderAccessDenied");
        awaitReason(
                teamA.resources(LoadBalancerRequest.class).inNamespace("team-a").withName("trespasser"),
                "ProviderAccessDenied");
        awaitRunning("team-b", "member");
        assertThat(prism.machines()).extracting(SimulatedMachine::name).doesNotContain("trespasser");
    }

    @Test
    void aTenantClusterDoesNotUseAProviderConfigOfAnotherTeamsNamespace() {
        create(teamA, "team-a", "TenantCluster", "neighbour", Map.of(), """
                kubernetesVersion: v1.31.4, workers: {replicas: 1}, providerConfigRef: {name: own, namespace: team-b}
                """);

        awaitReason(clusters("neighbour"), "ReferenceNotPermitted");
    }

    /** Members of a team may write the status of their own objects. */
    @Test
    void aForgedStatusDoesNotOpenTheClusterOfAnotherTeam() throws IOException {
        try (Eavesdropper victim = Eavesdropper.listen()) {
            secret(teamB, "team-b", "web-kubeconfig", Map.of("value", kubeconfig(victim.port(), "token: of-team-b")));
            observedCluster("forger", "team-b", "web-kubeconfig");
            addon("forger");

            awaitReason(addons("forger"), "ReferenceNotPermitted");
            victim.requireSilenceFor(QUIET);
        }
    }

    @Test
    void aKubeconfigOfATenantRunsNoProgramInTheControllers() throws IOException {
        Path trace = Files.createTempDirectory("butler-boundary-").resolve("ran");
        try (Eavesdropper server = Eavesdropper.listen()) {
            String program =
                    "exec: {apiVersion: client.authentication.k8s.io/v1, command: touch, args: [\"%s\"], interactiveMode: Never}"
                            .formatted(trace);
            String namespace = observedCluster("program", "team-a", "program-kubeconfig");
            operator.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .addToLabels(Labels.SOURCE_NAME, "program")
                            .addToLabels(Labels.SOURCE_NAMESPACE, "team-a")
                            .endMetadata()
                            .build())
                    .create();
            secret(operator, namespace, "program-kubeconfig", Map.of("value", kubeconfig(server.port(), program)));
            addon("program");

            awaitReason(addons("program"), "KubeconfigNotAllowed");
            assertThat(trace).doesNotExist();
            server.requireSilenceFor(QUIET);
        } finally {
            Files.deleteIfExists(trace);
            Files.delete(trace.getParent());
        }
    }

    @Test
    void anOptionOfHelmInPlaceOfAChartNeverReachesAJob() {
        create(teamA, "team-a", "TenantAddon", "option", Map.of(), """
                clusterRef: {name: option}, version: 1.0.0,
                helm: {repository: "https://127.0.0.1:1/charts", chart: "--post-renderer=/bin/sh", releaseName: "--debug"}
                """);

        Condition refused = awaitReason(addons("option"), "InvalidChart");
        assertThat(refused.getMessage()).contains("--post-renderer=/bin/sh", "--debug");
        assertThat(operator.batch().v1().jobs().inAnyNamespace().list().getItems())
                .isEmpty();
    }

    /** Returns the namespace that the controllers name in the status of the cluster. */
    private String observedCluster(String name, String tenantNamespace, String secret) {
        create(teamA, "team-a", "TenantCluster", name, Map.of(), """
                kubernetesVersion: v1.31.4, workers: {replicas: 1}, managementPolicy: {mode: Observe}
                """);
        // The controllers write the status of a paused cluster once.
        String own = await(clusters(name), cluster -> cluster.getStatus() != null)
                .getStatus()
                .tenantNamespace();
        clusters(name).subresource("status").patch(PatchContext.of(PatchType.JSON_MERGE), """
                {"status":{"phase":"Ready","tenantNamespace":"%s","kubeconfigSecretRef":{"name":"%s"}}}""".formatted(
                        tenantNamespace, secret));
        return own;
    }

    private void addon(String cluster) {
        create(teamA, "team-a", "TenantAddon", cluster, Map.of(), """
                clusterRef: {name: %s}, version: 1.0.0,
                helm: {repository: "https://127.0.0.1:1/charts", chart: anything}
                """.formatted(cluster));
    }

    private static String kubeconfig(int port, String user) {
        return """
                apiVersion: v1
                kind: Config
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:%d", insecure-skip-tls-verify: true}}]
                users: [{name: u, user: {%s}}]
                contexts: [{name: x, context: {cluster: c, user: u}}]
                current-context: x
                """.formatted(port, user);
    }

    private void nutanix(KubernetesClient client, String namespace, String name, String secret, String more) {
        String settings = operator.getKubernetesSerialization().asJson(prism.settings());
        create(
                client,
                namespace,
                "ProviderConfig",
                name,
                Map.of(),
                "provider: nutanix, credentialsRef: %s, %s nutanix: %s".formatted(secret, more, settings));
    }

    private static String machine(String name, String config, String namespace) {
        return """
                providerRef: {name: %s, namespace: %s}, machineName: %s, role: worker, cpu: 2, memoryMB: 2048, diskGB: 20
                """.formatted(config, namespace, name);
    }

    GenericKubernetesResource create(
            KubernetesClient client,
            String namespace,
            String kind,
            String name,
            Map<String, String> annotations,
            String spec) {
        return client.resource(document(namespace, kind, name, annotations, spec))
                .create();
    }

    private GenericKubernetesResource document(
            String namespace, String kind, String name, Map<String, String> annotations, String spec) {
        GenericKubernetesResource object = operator.getKubernetesSerialization()
                .unmarshal(
                        """
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: %s, namespace: %s}
                        spec: {%s}
                        """.formatted(
                                        ApiGroup.NAME,
                                        kind,
                                        name,
                                        namespace,
                                        spec.strip().replace("\n", " ")),
                        GenericKubernetesResource.class);
        object.getMetadata().setAnnotations(annotations);
        return object;
    }

    private static void secret(KubernetesClient client, String namespace, String name, Map<String, String> content) {
        client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(name)
                        .endMetadata()
                        .withStringData(content)
                        .build())
                .create();
    }

    private void grant(String namespaces) {
        teamB.secrets()
                .inNamespace("team-b")
                .withName("prism")
                .patch(PatchContext.of(PatchType.JSON_MERGE), """
                {"metadata":{"annotations":{"%s":"%s"}}}""".formatted(
                                Annotations.ALLOW_REFERENCES_FROM, namespaces));
    }

    private Resource<ProviderConfig> configs(String name) {
        return teamA.resources(ProviderConfig.class).inNamespace("team-a").withName(name);
    }

    private Resource<MachineRequest> machines(String name) {
        return teamA.resources(MachineRequest.class).inNamespace("team-a").withName(name);
    }

    private Resource<TenantCluster> clusters(String name) {
        return teamA.resources(TenantCluster.class).inNamespace("team-a").withName(name);
    }

    private Resource<TenantAddon> addons(String name) {
        return teamA.resources(TenantAddon.class).inNamespace("team-a").withName(name);
    }

    private MachineRequestStatus awaitRunning(String namespace, String name) {
        return await(
                        operator.resources(MachineRequest.class)
                                .inNamespace(namespace)
                                .withName(name),
                        request -> request.getStatus() != null
                                && request.getStatus().phase() == MachineRequestStatus.Phase.RUNNING)
                .getStatus();
    }

    /** Waits until some condition is False for a reason, and returns it. */
    private <R extends CustomResource<?, ?>> Condition awaitReason(Resource<R> object, String reason) {
        Function<R, Optional<Condition>> found = resource -> conditions(resource).stream()
                .filter(condition -> condition.getStatus().equals("False"))
                .filter(condition -> condition.getReason().equals(reason))
                .findFirst();
        return found.apply(await(object, resource -> found.apply(resource).isPresent()))
                .orElseThrow();
    }

    private List<Condition> conditions(CustomResource<?, ?> resource) {
        GenericKubernetesResource tree =
                operator.getKubernetesSerialization().convertValue(resource, GenericKubernetesResource.class);
        List<?> conditions =
                Optional.ofNullable(tree.<List<?>>get("status", "conditions")).orElse(List.of());
        return conditions.stream()
                .map(condition -> operator.getKubernetesSerialization().convertValue(condition, Condition.class))
                .toList();
    }

    private static <R extends HasMetadata> R await(Resource<R> object, Predicate<R> met) {
        try {
            return object.waitUntilCondition(
                    found -> found != null && met.test(found), LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (RuntimeException e) {
            throw new AssertionError("the condition was never met: " + object.get(), e);
        }
    }

    private static <R extends HasMetadata> void awaitGone(Resource<R> object) {
        object.waitUntilCondition(found -> found == null, LIMIT_SECONDS, TimeUnit.SECONDS);
    }
}
