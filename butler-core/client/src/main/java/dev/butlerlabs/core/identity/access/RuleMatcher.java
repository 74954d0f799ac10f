package dev.butlerlabs.core.identity.access;

import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Subject;
import java.util.List;
import java.util.Objects;

/** Compares rules and subjects of RBAC with requests. Pure functions. */
final class RuleMatcher {
    private static final String ALL = "*";

    private RuleMatcher() {}

    static boolean permits(PolicyRule rule, AccessQuestion question) {
        return contains(rule.getVerbs(), question.verb())
                && contains(rule.getApiGroups(), question.group())
                && containsResource(rule.getResources(), question)
                && (isEmpty(rule.getResourceNames())
                        || question.name()
                                .filter(rule.getResourceNames()::contains)
                                .isPresent());
    }

    private static boolean containsResource(List<String> resources, AccessQuestion question) {
        return contains(resources, question.resource())
                || question.subresource()
                        .filter(sub -> contains(resources, "*/" + sub))
                        .isPresent();
    }

    private static boolean contains(List<String> values, String value) {
        return !isEmpty(values) && (values.contains(ALL) || values.contains(value));
    }

    private static boolean isEmpty(List<String> values) {
        return values == null || values.isEmpty();
    }

    /** Returns whether a subject of a binding is the user or one of its groups. */
    static boolean names(Subject bound, AccessSubject subject) {
        return switch (Objects.requireNonNullElse(bound.getKind(), "")) {
            case "User" -> bound.getName().equals(subject.user());
            case "Group" -> subject.groups().contains(bound.getName());
            case "ServiceAccount" ->
                subject.user().equals("system:serviceaccount:%s:%s".formatted(bound.getNamespace(), bound.getName()));
            default -> false;
        };
    }

    /** Returns text such as {@code get, list on tenantclusters, tenantaddons}. */
    static String text(PolicyRule rule) {
        return "%s on %s".formatted(String.join(", ", rule.getVerbs()), String.join(", ", rule.getResources()));
    }
}
