package dev.butlerlabs.core.embedded.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusDetails;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import dev.butlerlabs.core.embedded.store.RangeQuery;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * Decides by the stored Roles, ClusterRoles and their bindings. Members of {@code system:masters} may do everything, as in kube-apiserver, and
 * every authenticated user may discover the API and review its own permissions. Thread-safe.
 */
public final class RbacAuthorizer {
    private static final GroupVersion RBAC = GroupVersion.parse("rbac.authorization.k8s.io/v1");

    /** What the default roles system:discovery and system:basic-user of kube-apiserver allow. */
    private static final List<PolicyRule> EVERY_USER = List.of(
            new PolicyRule(
                    List.of("get"),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(
                            "/api",
                            "/api/*",
                            "/apis",
                            "/apis/*",
                            "/healthz",
                            "/livez",
                            "/openapi",
                            "/openapi/*",
                            "/readyz",
                            "/version",
                            "/version/")),
            new PolicyRule(
                    List.of("create"),
                    List.of("authorization.k8s.io"),
                    List.of("selfsubjectaccessreviews", "selfsubjectrulesreviews"),
                    List.of(),
                    List.of()),
            new PolicyRule(
                    List.of("create"),
                    List.of("authentication.k8s.io"),
                    List.of("selfsubjectreviews"),
                    List.of(),
                    List.of()));

    static final List<PolicyRule> EVERYTHING = List.of(
            new PolicyRule(List.of("*"), List.of("*"), List.of("*"), List.of(), List.of()),
            new PolicyRule(List.of("*"), List.of(), List.of(), List.of(), List.of("*")));

    private final ObjectRegistry registry;

    public RbacAuthorizer(ObjectRegistry registry) {
        this.registry = registry;
    }

    public boolean allows(RequestUser user, RequestAttributes request) {
        return user.isAdministrator()
                || rules(user, request.namespace()).stream().anyMatch(rule -> rule.allows(request));
    }

    /** Throws the error for the client if the user may not do this. */
    public void require(RequestUser user, RequestAttributes request) {
        if (allows(user, request)) {
            return;
        }
        if (!request.isResource()) {
            throw ApiException.forbiddenTo(user.user(), request.verb(), request.path());
        }
        ApiStatusSubject subject = new ApiStatusSubject(request.group(), request.resource(), request.name());
        String named = request.name().isEmpty()
                ? (request.group().isEmpty() ? request.resource() : request.resource() + "." + request.group())
                : subject.toString();
        throw new ApiException(
                403,
                "Forbidden",
                "%s is forbidden: User \"%s\" %s".formatted(named, user.user(), request.refusal()),
                ApiStatusDetails.of(subject));
    }

    /** Lists the rules of a user, as in the status of a SelfSubjectRulesReview. */
    public void putRules(ObjectNode status, RequestUser user, String namespace) {
        ArrayNode resources = status.putArray("resourceRules");
        ArrayNode paths = status.putArray("nonResourceRules");
        rules(user, namespace).forEach(rule -> (rule.isForPaths() ? paths : resources).add(rule.tree()));
        status.put("incomplete", false);
    }

    /** Returns the rules that apply to a user in a namespace; only those of the whole cluster without one. */
    List<PolicyRule> rules(RequestUser user, String namespace) {
        if (user.isAdministrator()) {
            return EVERYTHING;
        }
        Stream<PolicyRule> everywhere = bindings("clusterrolebindings", "")
                .filter(binding -> binds(binding, user))
                .flatMap(this::rulesOf);
        Stream<PolicyRule> here = namespace.isEmpty()
                ? Stream.empty()
                : bindings("rolebindings", namespace)
                        .filter(binding -> binds(binding, user))
                        .flatMap(this::rulesOf)
                        .filter(rule -> !rule.isForPaths());
        return Stream.of(EVERY_USER.stream(), everywhere, here)
                .flatMap(rules -> rules)
                .toList();
    }

    private Stream<KubernetesObject> bindings(String plural, String namespace) {
        return registry.range(RangeQuery.all(resource(plural).prefix(namespace))).entries().stream()
                .map(entry -> KubernetesObject.parse(entry.value()));
    }

    private static boolean binds(KubernetesObject binding, RequestUser user) {
        return items(binding.tree().path("subjects")).anyMatch(subject -> isSubject(subject, binding, user));
    }

    private static boolean isSubject(JsonNode subject, KubernetesObject binding, RequestUser user) {
        String name = subject.path("name").asText("");
        return switch (subject.path("kind").asText("")) {
            case "User" -> user.user().equals(name);
            case "Group" -> user.groups().contains(name);
            case "ServiceAccount" ->
                user.user()
                        .equals(RequestUser.serviceAccount(
                                        subject.path("namespace").asText(binding.namespace()), name)
                                .user());
            default -> false;
        };
    }

    private Stream<PolicyRule> rulesOf(KubernetesObject binding) {
        JsonNode role = binding.tree().path("roleRef");
        boolean isCluster = role.path("kind").asText("").equals("ClusterRole");
        return rulesOf(isCluster, binding.namespace(), role.path("name").asText("")).stream()
                .flatMap(List::stream);
    }

    /** Returns the rules of a role; empty if it does not exist. */
    Optional<List<PolicyRule>> rulesOf(boolean isCluster, String namespace, String name) {
        ObjectKey place =
                new ObjectKey(resource(isCluster ? "clusterroles" : "roles"), isCluster ? "" : namespace, name);
        return registry.find(place)
                .map(entry -> KubernetesObject.parse(entry.value()))
                .map(role -> rulesOfRole(role).toList());
    }

    /** Includes the rules that a controller would copy into an aggregated ClusterRole. */
    private Stream<PolicyRule> rulesOfRole(KubernetesObject role) {
        Stream<PolicyRule> own = ownRules(role);
        List<JsonNode> selectors =
                items(role.at("aggregationRule.clusterRoleSelectors")).toList();
        if (selectors.isEmpty()) {
            return own;
        }
        return Stream.concat(
                own,
                bindings("clusterroles", "")
                        .filter(other -> !other.tree().has("aggregationRule"))
                        .filter(other -> selectors.stream().anyMatch(selector -> selects(selector, other.labels())))
                        .flatMap(RbacAuthorizer::ownRules));
    }

    static Stream<PolicyRule> ownRules(KubernetesObject role) {
        return items(role.tree().path("rules")).map(PolicyRule::of);
    }

    private static boolean selects(JsonNode selector, Map<String, String> labels) {
        return selector.path("matchLabels").properties().stream()
                .allMatch(label -> label.getValue().asText().equals(labels.get(label.getKey())));
    }

    private ServedResource resource(String plural) {
        return Optional.of(registry.catalog())
                .flatMap(catalog -> catalog.find(RBAC, plural))
                .orElseThrow();
    }

    private static Stream<JsonNode> items(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false);
    }
}
