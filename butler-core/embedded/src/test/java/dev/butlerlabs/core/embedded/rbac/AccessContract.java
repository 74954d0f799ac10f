package dev.butlerlabs.core.embedded.rbac;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.testing.TestAwait;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import io.fabric8.kubernetes.api.model.authentication.TokenRequest;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NamespaceableResource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What users may do by roles and bindings, and tokens of service accounts: the same on the embedded API and on kube-apiserver. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class AccessContract {
    private static final String OBJECTS = """
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: reader, namespace: team-a}
            rules:
            - {apiGroups: [""], resources: [pods, pods/log], verbs: [get, list, watch]}
            - {apiGroups: [""], resources: [configmaps], resourceNames: [settings], verbs: [get, update]}
            - {apiGroups: [apps], resources: ["*/scale"], verbs: [update]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: readers, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: reader}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: ada}
            - {apiGroup: rbac.authorization.k8s.io, kind: Group, name: auditors}
            - {kind: ServiceAccount, name: robot, namespace: team-a}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: observer}
            rules:
            - {apiGroups: ["*"], resources: [nodes, deployments], verbs: [list]}
            - {nonResourceURLs: ["/metrics", "/logs/*"], verbs: [get]}
            - {apiGroups: [""], resources: [users], resourceNames: [eve], verbs: [impersonate]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: observers}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: observer}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: olga}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: observers, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: observer}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: ada}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: nothing, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: missing}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: carl}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: author, namespace: team-a}
            rules:
            - {apiGroups: [rbac.authorization.k8s.io], resources: [roles, rolebindings], verbs: [get, create, update, patch]}
            - {apiGroups: [""], resources: [pods], verbs: [get, list]}
            - {apiGroups: [""], resources: [secrets], resourceNames: [own], verbs: [get]}
            - {apiGroups: [apps], resources: ["*/scale"], verbs: [update]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: authors, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: author}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: rita}
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: bela}
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: elsa}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: binder, namespace: team-a}
            rules:
            - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles], resourceNames: [observer], verbs: [bind]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: binders, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: binder}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: bela}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: Role
            metadata: {name: escalator, namespace: team-a}
            rules:
            - {apiGroups: [rbac.authorization.k8s.io], resources: [roles], verbs: [escalate]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: RoleBinding
            metadata: {name: escalators, namespace: team-a}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: escalator}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: elsa}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRole
            metadata: {name: cluster-author}
            rules:
            - {apiGroups: [rbac.authorization.k8s.io], resources: [clusterroles, clusterrolebindings], verbs: [create]}
            - {nonResourceURLs: ["/logs/*"], verbs: [get]}
            ---
            apiVersion: rbac.authorization.k8s.io/v1
            kind: ClusterRoleBinding
            metadata: {name: cluster-authors}
            roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: cluster-author}
            subjects:
            - {apiGroup: rbac.authorization.k8s.io, kind: User, name: cleo}
            """;

    private Config administrator;
    private KubernetesClient client;

    /** Prepares the roles in an API that has no objects of these names. */
    void prepare(Config config) {
        administrator = config;
        client = new KubernetesClientBuilder().withConfig(config).build();
        for (String name : List.of("team-a", "team-b")) {
            client.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(name)
                            .endMetadata()
                            .build())
                    .create();
        }
        client.load(new ByteArrayInputStream(OBJECTS.getBytes(StandardCharsets.UTF_8)))
                .create();
        client.resource(new ServiceAccountBuilder()
                        .withNewMetadata()
                        .withNamespace("team-a")
                        .withName("robot")
                        .endMetadata()
                        .build())
                .create();
        TestAwait.upTo(Duration.ofSeconds(30), "the bindings")
                .until(() -> isAllowed("olga", "", "list", "", "nodes", "")
                        && isAllowed("elsa", "team-a", "escalate", "rbac.authorization.k8s.io", "roles", "x")
                        && isAllowed("cleo", "", "create", "rbac.authorization.k8s.io", "clusterroles", ""));
    }

    void close() {
        if (client != null) {
            client.close();
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            # user, namespace, verb, group, resource, name, allowed
            ada,  team-a, get,    -,    pods,             x,        true
            ada,  team-a, list,   -,    pods,             -,        true
            ada,  team-a, get,    -,    pods/log,         x,        true
            ada,  team-a, get,    -,    pods/exec,        x,        false
            ada,  team-a, delete, -,    pods,             x,        false
            ada,  team-b, get,    -,    pods,             x,        false
            ada,  -,      list,   -,    pods,             -,        false
            ada,  team-a, get,    -,    configmaps,       settings, true
            ada,  team-a, get,    -,    configmaps,       other,    false
            ada,  team-a, list,   -,    configmaps,       -,        false
            ada,  team-a, update, apps, deployments/scale, web,     true
            ada,  team-a, update, apps, deployments,      web,      false
            ada,  team-a, list,   apps, deployments,      -,        true
            ada,  team-b, list,   apps, deployments,      -,        false
            ada,  -,      list,   -,    nodes,            -,        false
            olga, -,      list,   -,    nodes,            -,        true
            olga, team-b, list,   apps, deployments,      -,        true
            olga, -,      list,   apps, deployments,      -,        true
            olga, -,      get,    -,    nodes,            n,        false
            bob,  team-a, get,    -,    pods,             x,        false
            carl, team-a, get,    -,    pods,             x,        false
            system:serviceaccount:team-a:robot, team-a, list, -, pods, -, true
            system:serviceaccount:team-b:robot, team-a, list, -, pods, -, false
            """)
    void rolesDecide(
            String user, String namespace, String verb, String group, String resource, String name, boolean allowed) {
        assertThat(isAllowed(user, text(namespace), verb, text(group), resource, text(name)))
                .isEqualTo(allowed);
    }

    private static String text(String value) {
        return Optional.ofNullable(value).orElse("");
    }

    private boolean isAllowed(String user, String namespace, String verb, String group, String resource, String name) {
        String[] parts = resource.split("/", -1);
        return client.authorization()
                .v1()
                .subjectAccessReview()
                .create(new SubjectAccessReviewBuilder()
                        .withNewSpec()
                        .withUser(user)
                        .withNewResourceAttributes()
                        .withNamespace(namespace)
                        .withVerb(verb)
                        .withGroup(group)
                        .withResource(parts[0])
                        .withSubresource(parts.length > 1 ? parts[1] : "")
                        .withName(name)
                        .endResourceAttributes()
                        .endSpec()
                        .build())
                .getStatus()
                .getAllowed();
    }

    @Test
    void aRefusalNamesUserVerbAndResource() {
        try (KubernetesClient bob = as("bob")) {
            assertThat(refusal(() -> bob.pods().inNamespace("team-a").list()))
                    .isEqualTo(
                            "pods is forbidden: User \"bob\" cannot list resource \"pods\" in API group \"\" in the namespace \"team-a\"");
            assertThat(refusal(
                            () -> bob.pods().inNamespace("team-a").withName("x").get()))
                    .isEqualTo(
                            "pods \"x\" is forbidden: User \"bob\" cannot get resource \"pods\" in API group \"\" in the namespace \"team-a\"");
            assertThat(refusal(() -> bob.apps().deployments().inAnyNamespace().list()))
                    .isEqualTo(
                            "deployments.apps is forbidden: User \"bob\" cannot list resource \"deployments\" in API group \"apps\" at the cluster scope");
            assertThat(refusal(() -> bob.raw("/metrics")))
                    .isEqualTo("forbidden: User \"bob\" cannot get path \"/metrics\"");
        }
    }

    /** The names of the objects are unique, since the cases share one API. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # user | name | rules | missing permissions
            rita | held    | {apiGroups: [""], resources: [pods], verbs: [get]} | -
            rita | scale   | {apiGroups: [apps], resources: [deployments/scale], verbs: [update]} | -
            rita | own     | {apiGroups: [""], resources: [secrets], resourceNames: [own], verbs: [get]} | -
            rita | empty   | {apiGroups: [""], resources: [], verbs: []} | -
            rita | more    | {apiGroups: [""], resources: [pods], verbs: [get, delete, patch]} | {APIGroups:[""], Resources:["pods"], Verbs:["delete" "patch"]}
            rita | secrets | {apiGroups: [""], resources: [secrets], verbs: [get]} | {APIGroups:[""], Resources:["secrets"], Verbs:["get"]}
            rita | other   | {apiGroups: [""], resources: [secrets], resourceNames: [own, other], verbs: [get, list]} | {APIGroups:[""], Resources:["secrets"], ResourceNames:["other"], Verbs:["get" "list"]}+{APIGroups:[""], Resources:["secrets"], ResourceNames:["own"], Verbs:["list"]}
            rita | all     | {apiGroups: ["*"], resources: ["*"], verbs: ["*"]} | {APIGroups:["*"], Resources:["*"], Verbs:["*"]}
            elsa | free    | {apiGroups: ["*"], resources: ["*"], verbs: ["*"]} | -
            """)
    void aRoleHasOnlyPermissionsOfItsAuthor(String user, String name, String rules, String missing) {
        String role = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: %s, namespace: team-a}
                rules: [%s]
                """.formatted(name, rules.contains("resources: []") ? "" : rules);
        String expected = Optional.ofNullable(missing)
                .map(list -> escalation("roles", name, user, list.replace("}+{", "}\n{")))
                .orElse("allowed");
        try (KubernetesClient author = as(user)) {
            assertThat(refusal(() -> load(author, role).create())).isEqualTo(expected);
            assertThat(refusal(() -> load(author, role).serverSideApply())).isEqualTo(expected);
        }
    }

    private static String escalation(String resource, String name, String user, String missing) {
        return "%s.rbac.authorization.k8s.io \"%s\" is forbidden: user \"%s\" (groups=[\"system:authenticated\"]) is attempting to grant RBAC permissions not currently held:\n%s"
                .formatted(resource, name, user, missing);
    }

    private static NamespaceableResource<HasMetadata> load(KubernetesClient author, String yaml) {
        HasMetadata object = author.getKubernetesSerialization().unmarshal(yaml);
        return author.resource(object);
    }

    @Test
    void aStoredRoleCannotBeExtended() {
        String held = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: growing, namespace: team-a}
                rules: [{apiGroups: [""], resources: [pods], verbs: [%s]}]
                """;
        String expected =
                escalation("roles", "growing", "rita", "{APIGroups:[\"\"], Resources:[\"pods\"], Verbs:[\"delete\"]}");
        try (KubernetesClient rita = as("rita")) {
            load(rita, held.formatted("get")).create();

            assertThat(refusal(() -> load(rita, held.formatted("get, delete")).update()))
                    .isEqualTo(expected);
            assertThat(refusal(() -> load(rita, held.formatted("get"))
                            .patch(
                                    PatchContext.of(PatchType.JSON),
                                    "[{\"op\":\"add\",\"path\":\"/rules/0/verbs/-\",\"value\":\"delete\"}]")))
                    .isEqualTo(expected);
            assertThat(refusal(() -> load(rita, held.formatted("get, list")).update()))
                    .isEqualTo("allowed");
        }
    }

    @Test
    void ownersOfARoleWithMorePermissionsCanBeChangedButNotItsLabels() {
        String path = "[{\"op\":\"add\",\"path\":\"/metadata/%s}]";
        try (KubernetesClient rita = as("rita")) {
            assertThat(refusal(
                            () -> patchReader(rita, path.formatted("finalizers\",\"value\":[\"example.org/keep\"]"))))
                    .isEqualTo("allowed");
            assertThat(refusal(() -> patchReader(rita, path.formatted("labels\",\"value\":{\"a\":\"b\"}"))))
                    .startsWith("roles.rbac.authorization.k8s.io \"reader\" is forbidden: user \"rita\"");
        } finally {
            patchReader(client, "[{\"op\":\"remove\",\"path\":\"/metadata/finalizers\"}]");
        }
    }

    private static void patchReader(KubernetesClient author, String patch) {
        author.rbac().roles().inNamespace("team-a").withName("reader").patch(PatchContext.of(PatchType.JSON), patch);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            # user | name | kind | role | missing permissions
            rita | binds-own      | Role        | author   | -
            bela | binds-allowed  | ClusterRole | observer | -
            rita | binds-reader   | Role        | reader   | {APIGroups:[""], Resources:["configmaps"], ResourceNames:["settings"], Verbs:["get" "update"]}+{APIGroups:[""], Resources:["pods"], Verbs:["watch"]}+{APIGroups:[""], Resources:["pods/log"], Verbs:["get" "list" "watch"]}
            bela | binds-reader-2 | Role        | reader   | {APIGroups:[""], Resources:["configmaps"], ResourceNames:["settings"], Verbs:["get" "update"]}+{APIGroups:[""], Resources:["pods"], Verbs:["watch"]}+{APIGroups:[""], Resources:["pods/log"], Verbs:["get" "list" "watch"]}
            """)
    void aBindingNeedsThePermissionsOfItsRole(String user, String name, String kind, String role, String missing) {
        try (KubernetesClient author = as(user)) {
            assertThat(refusal(() -> load(author, binding(name, kind, role)).create()))
                    .isEqualTo(Optional.ofNullable(missing)
                            .map(list -> escalation("rolebindings", name, user, list.replace("}+{", "}\n{")))
                            .orElse("allowed"));
        }
    }

    private static String binding(String name, String kind, String role) {
        return """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: RoleBinding
                metadata: {name: %s, namespace: team-a}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: %s, name: %s}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: User, name: eve}]
                """.formatted(name, kind, role);
    }

    @Test
    void aBindingToAMissingRoleNeedsThePermissionToBindIt() {
        try (KubernetesClient rita = as("rita")) {
            assertThat(refusal(() -> load(rita, binding("binds-missing", "ClusterRole", "missing"))
                            .create()))
                    .isEqualTo("rolebindings.rbac.authorization.k8s.io \"missing\" not found");
        }
    }

    @Test
    void rolesOfTheWholeClusterAreCheckedToo() {
        String role = """
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %s}
                %s
                """;
        try (KubernetesClient cleo = as("cleo")) {
            assertThat(refusal(
                            () -> load(cleo, role.formatted("aggregated", """
                            aggregationRule: {clusterRoleSelectors: [{matchLabels: {a: b}}]}
                            """)).create()))
                    .isEqualTo(
                            "clusterroles.rbac.authorization.k8s.io \"aggregated\" is forbidden: must have cluster-admin privileges to use the aggregationRule");
            assertThat(refusal(() -> load(
                                    cleo, role.formatted("logs", "rules: [{nonResourceURLs: [/logs/a], verbs: [get]}]"))
                            .create()))
                    .isEqualTo("allowed");
            assertThat(refusal(() -> load(
                                    cleo,
                                    role.formatted("metrics", "rules: [{nonResourceURLs: [/metrics], verbs: [get]}]"))
                            .create()))
                    .isEqualTo(escalation(
                            "clusterroles", "metrics", "cleo", "{NonResourceURLs:[\"/metrics\"], Verbs:[\"get\"]}"));
        }
    }

    @Test
    void anImpersonatedUserHasItsOwnPermissions() {
        try (KubernetesClient auditor = as("bob", "auditors")) {
            assertThat(auditor.pods().inNamespace("team-a").list().getItems()).isEmpty();
            assertThat(whoAmI(auditor).getStatus().getUserInfo().getUsername()).isEqualTo("bob");
            assertThat(whoAmI(auditor).getStatus().getUserInfo().getGroups())
                    .containsExactlyInAnyOrder("auditors", "system:authenticated");
            assertThat(auditor.authorization()
                            .v1()
                            .selfSubjectAccessReview()
                            .create(new SelfSubjectAccessReviewBuilder()
                                    .withNewSpec()
                                    .withNewResourceAttributes()
                                    .withNamespace("team-a")
                                    .withVerb("list")
                                    .withResource("secrets")
                                    .endResourceAttributes()
                                    .endSpec()
                                    .build())
                            .getStatus()
                            .getAllowed())
                    .isFalse();
        }
        try (KubernetesClient robot = as("system:serviceaccount:team-a:robot")) {
            assertThat(whoAmI(robot).getStatus().getUserInfo().getGroups())
                    .containsExactlyInAnyOrder(
                            "system:serviceaccounts", "system:serviceaccounts:team-a", "system:authenticated");
        }
    }

    @Test
    void aTokenIsThatOfItsAccountUntilTheObjectItIsBoundToIsDeleted() {
        Secret secret = client.resource(new SecretBuilder()
                        .withNewMetadata()
                        .withNamespace("team-a")
                        .withName("grant")
                        .endMetadata()
                        .build())
                .create();
        TokenRequest answer = token(600, Optional.of(secret));
        assertThat(answer.getStatus().getExpirationTimestamp()).isNotEmpty();
        try (KubernetesClient robot = with(answer.getStatus().getToken())) {
            assertThat(whoAmI(robot).getStatus().getUserInfo().getUsername())
                    .isEqualTo("system:serviceaccount:team-a:robot");
            assertThat(robot.pods().inNamespace("team-a").list().getItems()).isEmpty();
            assertThat(refusal(() -> robot.secrets().inNamespace("team-a").list()))
                    .contains("cannot list resource");

            client.resource(secret).delete();

            // A server may accept a token for some seconds after its last use.
            TestAwait.upTo(Duration.ofSeconds(60), "the token rejected").until(() -> code(robot) == 401);
        }
        try (KubernetesClient stranger = with(answer.getStatus().getToken() + "x")) {
            assertThat(code(stranger)).isEqualTo(401);
        }
    }

    @Test
    void aTokenLivesAtLeastTenMinutes() {
        assertThat(refusal(() -> token(60, Optional.empty())))
                .isEqualTo(
                        "TokenRequest.authentication.k8s.io \"\" is invalid: spec.expirationSeconds: Invalid value: 60: may not specify a duration less than 10 minutes");
    }

    private TokenRequest token(long seconds, Optional<Secret> bound) {
        TokenRequestBuilder request = new TokenRequestBuilder()
                .withNewSpec()
                .withExpirationSeconds(seconds)
                .endSpec();
        bound.ifPresent(secret -> request.editSpec()
                .withNewBoundObjectRef(
                        "v1",
                        "Secret",
                        secret.getMetadata().getName(),
                        secret.getMetadata().getUid())
                .endSpec());
        return client.serviceAccounts().inNamespace("team-a").withName("robot").tokenRequest(request.build());
    }

    private static SelfSubjectReview whoAmI(KubernetesClient client) {
        return client.resource(new SelfSubjectReview()).create();
    }

    private static int code(KubernetesClient client) {
        try {
            whoAmI(client);
            return 200;
        } catch (KubernetesClientException e) {
            return e.getCode();
        }
    }

    /** Returns the message of the server, without what the client adds. */
    private static String refusal(Runnable request) {
        try {
            request.run();
            return "allowed";
        } catch (KubernetesClientException e) {
            return e.getStatus() == null ? e.getMessage() : e.getStatus().getMessage();
        }
    }

    private KubernetesClient as(String user, String... groups) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(administrator)
                        .withImpersonateUsername(user)
                        .withImpersonateGroups(groups)
                        .build())
                .build();
    }

    private KubernetesClient with(String token) {
        return new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(administrator)
                        .withOauthToken(token)
                        .withAutoOAuthToken(null)
                        .build())
                .build();
    }
}
