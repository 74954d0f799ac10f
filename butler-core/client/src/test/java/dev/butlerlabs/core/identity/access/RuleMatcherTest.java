package dev.butlerlabs.core.identity.access;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RuleMatcherTest {
    private static AccessQuestion question(String verb, String resource, String name) {
        return new AccessQuestion(
                verb, "apps", resource, Optional.ofNullable(name).filter(text -> !text.isBlank()), Optional.empty());
    }

    private static PolicyRule rule(String verbs, String group, String resources, String names) {
        return new PolicyRuleBuilder()
                .withVerbs(verbs.split(" "))
                .withApiGroups(group)
                .withResources(resources.split(" "))
                .withResourceNames(names == null || names.isBlank() ? List.of() : List.of(names.split(" ")))
                .build();
    }

    @ParameterizedTest
    @CsvSource({
        "get list, apps, deployments, '', get, deployments, '', true",
        "list, apps, deployments, '', get, deployments, '', false",
        "*, *, *, '', delete, deployments, x, true",
        "get, '', deployments, '', get, deployments, '', false",
        "get, apps, deployments, web, get, deployments, web, true",
        "get, apps, deployments, web, get, deployments, '', false",
        "get, apps, deployments, web, get, deployments, api, false",
        "get, apps, deployments, '', get, deployments/scale, '', false",
        "get, apps, deployments/scale, '', get, deployments/scale, '', true",
        "get, apps, */scale, '', get, deployments/scale, '', true"
    })
    void comparesARuleWithARequest(
            String verbs,
            String group,
            String resources,
            String names,
            String verb,
            String resource,
            String name,
            boolean permitted) {
        assertEquals(
                permitted, RuleMatcher.permits(rule(verbs, group, resources, names), question(verb, resource, name)));
    }

    @ParameterizedTest
    @CsvSource({
        "User, ada, , true",
        "User, devs, , false",
        "Group, devs, , true",
        "Group, ada, , false",
        "ServiceAccount, ada, x, false",
        "Robot, ada, , false"
    })
    void comparesASubjectWithAUser(String kind, String name, String namespace, boolean named) {
        assertEquals(
                named,
                RuleMatcher.names(new Subject(null, kind, name, namespace), new AccessSubject("ada", List.of("devs"))));
    }

    @Test
    void knowsServiceAccountsByTheirFullName() {
        AccessSubject account = new AccessSubject("system:serviceaccount:ci:deployer", List.of());

        assertEquals(true, RuleMatcher.names(new Subject(null, "ServiceAccount", "deployer", "ci"), account));
        assertEquals(false, RuleMatcher.names(new Subject(null, "ServiceAccount", "deployer", "other"), account));
    }

    @Test
    void readsTheReasonOfTheAuthorizer() {
        assertEquals(
                Optional.of(new AuthorizerReason(
                        "RoleBinding \"butler-team-admin\" in namespace \"payments\"",
                        "ClusterRole",
                        "butler-team-admin",
                        Optional.of("payments"),
                        "User \"ada@example.com\"")),
                AuthorizerReason.parse(
                        "RBAC: allowed by RoleBinding \"butler-team-admin/payments\" of ClusterRole \"butler-team-admin\" to User \"ada@example.com\""));
        assertEquals(
                Optional.of(
                        "ClusterRoleBinding \"cluster-admin\" binds ClusterRole \"cluster-admin\" to Group \"system:masters\"."),
                AuthorizerReason.parse(
                                "RBAC: allowed by ClusterRoleBinding \"cluster-admin\" of ClusterRole \"cluster-admin\" to Group \"system:masters\"")
                        .map(AuthorizerReason::toString));
        assertEquals(Optional.empty(), AuthorizerReason.parse("the client is an administrator"));
    }

    @Test
    void describesARequest() {
        assertEquals(
                "get deployments/scale.apps \"web\" in namespace \"payments\"",
                new AccessQuestion("get", "apps", "deployments/scale", Optional.of("web"), Optional.of("payments"))
                        .toString());
        assertEquals(
                "list pods", new AccessQuestion("list", "", "pods", Optional.empty(), Optional.empty()).toString());
    }
}
