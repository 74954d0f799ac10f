package dev.butlerlabs.adm.controllers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.butlerlabs.adm.controllers.BoundaryApi.Role;
import dev.butlerlabs.core.testing.ProjectRoot;
import dev.butlerlabs.core.testing.TestAwait;
import dev.butlerlabs.core.testing.apiserver.TestBench;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The permissions of team members on a real kube-apiserver, compared with the table in docs/teams.md. */
@Tag("process")
class TeamRolesTest {
    private static final String TEAM = "payments";
    private static final String OTHER = "team-b";
    private static final List<String> ROLES = List.of("viewer", "operator", "admin");
    private static final Set<String> READ = Set.of("get", "list", "watch");
    private static final Set<String> ALL =
            Set.of("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "impersonate");
    private static final Set<String> WRITE = Set.of("get", "list", "watch", "create", "update", "patch", "delete");
    private static final Map<String, String> GROUPS = Map.ofEntries(
            Map.entry("events", ""),
            Map.entry("resourcequotas", ""),
            Map.entry("secrets", ""),
            Map.entry("pods", ""),
            Map.entry("pods/exec", ""),
            Map.entry("serviceaccounts", ""),
            Map.entry("serviceaccounts/token", ""),
            Map.entry("groups", ""),
            Map.entry("core/users", ""),
            Map.entry("namespaces", ""),
            Map.entry("rolebindings", "rbac.authorization.k8s.io"),
            Map.entry("roles", "rbac.authorization.k8s.io"));
    /** Resources that are not in the table: no role has a permission. The users of Kubernetes, which are impersonated, are not our Users. */
    private static final List<String> NEVER = List.of(
            "pods",
            "pods/exec",
            "serviceaccounts",
            "serviceaccounts/token",
            "namespaces",
            "groups",
            "core/users",
            "roles",
            "teams",
            "users",
            "butlerconfigs",
            "identityproviders",
            "clustercreationpolicies",
            "clusterbootstraps",
            "managementaddons",
            "tenantclusters/status");

    /** A question to the API server. */
    private record Question(String user, String namespace, String verb, String resource) {}

    @Test
    void membersHaveThePermissionsOfTheTable() throws IOException {
        Optional<TestBench> bench = TestBench.find();
        assumeTrue(bench.isPresent(), TestBench.ABSENT);
        Set<Question> expected = expected();
        assertThat(expected).hasSizeGreaterThan(100);
        try (RestrictedApi api = RestrictedApi.start(bench.orElseThrow());
                KubernetesClient operator = api.connect(Role.OPERATOR)) {
            prepare(operator);
            TestAwait.upTo(Duration.ofSeconds(30), "the permissions")
                    .until(() -> isAllowed(operator, new Question("admin", TEAM, "get", "secrets")));

            List<Question> wrong = questions().stream()
                    .filter(question -> isAllowed(operator, question) != expected.contains(question))
                    .toList();
            assertThat(wrong).isEmpty();
        }
    }

    private static void prepare(KubernetesClient operator) throws IOException {
        ControllersManifest.apply(operator);
        for (String namespace : List.of(TEAM, OTHER)) {
            operator.resource(new NamespaceBuilder()
                            .withNewMetadata()
                            .withName(namespace)
                            .endMetadata()
                            .build())
                    .create();
        }
        for (String role : ROLES) {
            operator.resource(new RoleBindingBuilder()
                            .withNewMetadata()
                            .withNamespace(TEAM)
                            .withName("butler-team-" + role)
                            .endMetadata()
                            .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "butler-team-" + role)
                            .addNewSubject("rbac.authorization.k8s.io", "User", role, null)
                            .build())
                    .create();
        }
    }

    /** Returns the questions with the answer yes according to the table. */
    private static Set<Question> expected() throws IOException {
        Set<Question> expected = new HashSet<>();
        for (List<String> row : table()) {
            for (String resource : row.getFirst().split(", ", -1)) {
                for (int column = 1; column <= ROLES.size(); column++) {
                    String role = ROLES.get(column - 1);
                    verbs(row.get(column)).forEach(verb -> expected.add(new Question(role, TEAM, verb, resource)));
                }
            }
        }
        return expected;
    }

    private static Set<String> verbs(String cell) {
        return switch (cell) {
            case "read" -> READ;
            case "write" -> WRITE;
            case "–" -> Set.of();
            default -> throw new AssertionError("unknown permission in docs/teams.md: " + cell);
        };
    }

    private static List<List<String>> table() throws IOException {
        return Files.readString(ProjectRoot.find().resolve("docs/teams.md"))
                .lines()
                .dropWhile(line -> !line.startsWith("| resource |"))
                .skip(2)
                .takeWhile(line -> line.startsWith("|"))
                .map(line -> Arrays.stream(line.substring(1).split("\\|", -1))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    private static List<Question> questions() throws IOException {
        List<String> resources = new ArrayList<>(NEVER);
        table().forEach(row -> resources.addAll(List.of(row.getFirst().split(", ", -1))));
        return ROLES.stream()
                .flatMap(role -> List.of(TEAM, OTHER, "").stream()
                        .flatMap(namespace -> resources.stream()
                                .flatMap(resource ->
                                        ALL.stream().map(verb -> new Question(role, namespace, verb, resource)))))
                .toList();
    }

    private static boolean isAllowed(KubernetesClient operator, Question question) {
        String[] resource = question.resource().replace("core/", "").split("/", -1);
        SubjectAccessReview review = new SubjectAccessReviewBuilder()
                .withNewSpec()
                .withUser(question.user())
                .withNewResourceAttributes()
                .withGroup(GROUPS.getOrDefault(question.resource(), "butler.butlerlabs.dev"))
                .withResource(resource[0])
                .withSubresource(resource.length > 1 ? resource[1] : null)
                .withVerb(question.verb())
                .withNamespace(question.namespace().isEmpty() ? null : question.namespace())
                .endResourceAttributes()
                .endSpec()
                .build();
        return operator.authorization()
                .v1()
                .subjectAccessReview()
                .create(review)
                .getStatus()
                .getAllowed();
    }
}
