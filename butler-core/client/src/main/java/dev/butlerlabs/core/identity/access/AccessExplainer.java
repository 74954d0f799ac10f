package dev.butlerlabs.core.identity.access;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorKind;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Answers whether a request is permitted and names what decides: the binding and the rule of its role, a limit of the team, or the roles that
 * would permit it. Objects that the caller cannot read are named but not explained. Thread-safe.
 */
public final class AccessExplainer {
    private static final String CLUSTERS = "tenantclusters";
    private static final String BUTLER = "butler.butlerlabs.dev";
    private static final List<String> TEAM_ROLES = List.of("viewer", "operator", "admin");

    private final KubernetesClient client;
    private final AccessReviewClient reviews;
    private final ClusterLimitReader limits;

    public AccessExplainer(KubernetesClient client) {
        this.client = client;
        this.reviews = new AccessReviewClient(client);
        this.limits = new ClusterLimitReader(client);
    }

    /**
     * Returns the answer without an explanation of permissions. A limit that permits no further tenant cluster is part of it.
     *
     * @param other the user whose permission is checked; empty for the caller
     */
    public AccessAnswer answer(AccessQuestion question, Optional<AccessSubject> other) {
        boolean permitted = Boolean.TRUE.equals(reviews.decide(question, other).getAllowed());
        List<String> exhausted = permitted ? exhausted(question) : List.of();
        return new AccessAnswer(question, permitted && exhausted.isEmpty(), exhausted);
    }

    /** Returns the answer with everything that decides. */
    public AccessAnswer explain(AccessQuestion question, Optional<AccessSubject> other) {
        SubjectAccessReviewStatus status = reviews.decide(question, other);
        boolean permitted = Boolean.TRUE.equals(status.getAllowed());
        List<String> exhausted = permitted ? exhausted(question) : List.of();
        List<String> sentences = new ArrayList<>(exhausted);
        sentences.addAll(permitted ? permission(question, status) : denial(question, other));
        return new AccessAnswer(question, permitted && exhausted.isEmpty(), sentences);
    }

    private List<String> exhausted(AccessQuestion question) {
        boolean counts = question.verb().equals("create")
                && question.resource().equals(CLUSTERS)
                && question.group().equals(BUTLER);
        return counts ? question.namespace().map(limits::exhausted).orElse(List.of()) : List.of();
    }

    private List<String> permission(AccessQuestion question, SubjectAccessReviewStatus status) {
        String reason = Objects.requireNonNullElse(status.getReason(), "");
        Optional<AuthorizerReason> binding = AuthorizerReason.parse(reason);
        return binding.map(found -> List.of(found.toString(), rule(found, question)))
                .orElseGet(() -> List.of("The server permits it%s.".formatted(reason.isBlank() ? "" : ": " + reason)));
    }

    private String rule(AuthorizerReason binding, AccessQuestion question) {
        String role = "%s \"%s\"".formatted(binding.roleKind(), binding.role());
        return rules(binding)
                .map(rules -> rules.stream()
                        .filter(rule -> RuleMatcher.permits(rule, question))
                        .findFirst()
                        .map(rule -> "%s permits %s.".formatted(role, RuleMatcher.text(rule)))
                        .orElse("%s has changed since.".formatted(role)))
                .orElse("You cannot read %s.".formatted(role));
    }

    private Optional<List<PolicyRule>> rules(AuthorizerReason binding) {
        return binding.roleKind().equals("ClusterRole")
                ? clusterRole(binding.role())
                : readable(() -> Optional.ofNullable(client.rbac()
                                .roles()
                                .inNamespace(binding.namespace().orElse(""))
                                .withName(binding.role())
                                .get())
                        .map(Role::getRules));
    }

    private Optional<List<PolicyRule>> clusterRole(String name) {
        return readable(() -> Optional.ofNullable(
                        client.rbac().clusterRoles().withName(name).get())
                .map(ClusterRole::getRules));
    }

    private List<String> denial(AccessQuestion question, Optional<AccessSubject> other) {
        AccessSubject subject = other.orElseGet(reviews::self);
        List<String> sentences = new ArrayList<>();
        sentences.add("No role of user \"%s\" permits it.".formatted(subject.user()));
        question.namespace().ifPresent(namespace -> sentences.add(bindings(namespace, subject)));
        sentences.add(
                question.namespace().isPresent()
                        ? remedy(question)
                        : "Members of teams have no permissions outside of their namespaces.");
        return sentences;
    }

    private String bindings(String namespace, AccessSubject subject) {
        return readable(() -> Optional.of(client.rbac()
                        .roleBindings()
                        .inNamespace(namespace)
                        .list()
                        .getItems()))
                .map(bindings -> bindings.stream()
                        .filter(binding -> binds(binding, subject))
                        .map(binding -> binding.getRoleRef().getName())
                        .sorted()
                        .collect(Collectors.joining(", ")))
                .map(roles -> "Roles in namespace \"%s\": %s.".formatted(namespace, roles.isEmpty() ? "none" : roles))
                .orElse("You cannot read the role bindings in namespace \"%s\".".formatted(namespace));
    }

    private static boolean binds(RoleBinding binding, AccessSubject subject) {
        return Optional.ofNullable(binding.getSubjects()).stream()
                .flatMap(List::stream)
                .anyMatch(bound -> RuleMatcher.names(bound, subject));
    }

    /** Names the weakest role of teams that would permit the request. */
    private String remedy(AccessQuestion question) {
        List<String> unreadable = new ArrayList<>();
        Optional<String> weakest = TEAM_ROLES.stream()
                .filter(role -> clusterRole("butler-team-" + role)
                        .map(rules -> rules.stream().anyMatch(rule -> RuleMatcher.permits(rule, question)))
                        .orElseGet(() -> !unreadable.add(role)))
                .findFirst();
        return weakest.map("The role %s of the team permits it."::formatted)
                .orElse(unreadable.isEmpty() ? "No role of teams permits it." : "You cannot read the roles of teams.");
    }

    /** Returns a part of the explanation; empty if the caller is not permitted to read it. */
    private static <T> Optional<T> readable(Supplier<Optional<T>> request) {
        try {
            return KubeErrorMapper.translating("explaining a permission", request);
        } catch (ButlerException e) {
            if (e.kind() == ErrorKind.DENIED || e.kind() == ErrorKind.NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }
}
