package dev.butlerlabs.core.embedded.rbac;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.status.ApiException;
import dev.butlerlabs.core.embedded.status.ApiStatusSubject;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Rejects roles and bindings that grant more than their author has, as kube-apiserver does: unless the author may {@code escalate} the role
 * or {@code bind} the referenced role. Thread-safe.
 */
public final class EscalationGuard {
    private static final String GROUP = "rbac.authorization.k8s.io";
    private static final Set<String> ROLES = Set.of("roles", "clusterroles");
    private static final Set<String> BINDINGS = Set.of("rolebindings", "clusterrolebindings");

    private final RbacAuthorizer authorizer;

    public EscalationGuard(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    /**
     * Throws the error for the client if the new object would grant more than the user has. Does nothing for other resource types.
     *
     * @param request what the user does
     * @param before the stored object; empty for a creation
     */
    public void check(
            RequestUser user,
            RequestAttributes request,
            ServedResource resource,
            Optional<KubernetesObject> before,
            KubernetesObject after) {
        if (!resource.group().equals(GROUP) || user.isAdministrator() || isSame(before, after)) {
            return;
        }
        ApiStatusSubject subject = new ApiStatusSubject(GROUP, resource.plural(), after.name());
        if (ROLES.contains(resource.plural())) {
            checkRole(user, request, subject, before, after);
        } else if (BINDINGS.contains(resource.plural())) {
            checkBinding(user, request.namespace(), subject, after);
        }
    }

    /** Owners and finalizers may be changed without the permissions, so that garbage collection works. */
    private static boolean isSame(Optional<KubernetesObject> before, KubernetesObject after) {
        return before.filter(object -> granting(object).equals(granting(after))).isPresent();
    }

    private static ObjectNode granting(KubernetesObject object) {
        ObjectNode tree = object.copy().tree();
        if (tree.path("metadata") instanceof ObjectNode metadata) {
            metadata.remove(List.of(
                    "ownerReferences",
                    "finalizers",
                    "managedFields",
                    "resourceVersion",
                    "generation",
                    "uid",
                    "creationTimestamp"));
        }
        return tree;
    }

    private void checkRole(
            RequestUser user,
            RequestAttributes request,
            ApiStatusSubject subject,
            Optional<KubernetesObject> before,
            KubernetesObject role) {
        if (authorizer.allows(user, request.withVerb("escalate"))) {
            return;
        }
        boolean aggregates = isAggregating(role)
                || before.filter(EscalationGuard::isAggregating).isPresent();
        if (aggregates
                && !GrantedRules.missing(authorizer.rules(user, ""), RbacAuthorizer.EVERYTHING)
                        .isEmpty()) {
            throw ApiException.forbidden(subject, "must have cluster-admin privileges to use the aggregationRule");
        }
        requireHeld(
                user,
                request.namespace(),
                subject,
                RbacAuthorizer.ownRules(role).toList());
    }

    private static boolean isAggregating(KubernetesObject role) {
        return role.tree().path("aggregationRule").isObject();
    }

    private void checkBinding(RequestUser user, String namespace, ApiStatusSubject subject, KubernetesObject binding) {
        JsonNode role = binding.tree().path("roleRef");
        boolean isCluster = role.path("kind").asText("").equals("ClusterRole");
        String plural = isCluster ? "clusterroles" : "roles";
        String name = role.path("name").asText("");
        RequestAttributes bind =
                new RequestAttributes("bind", role.path("apiGroup").asText(""), plural, "", namespace, name, "");
        if (authorizer.allows(user, bind)) {
            return;
        }
        List<PolicyRule> granted = authorizer
                .rulesOf(isCluster, namespace, name)
                // kube-apiserver names the resource of the request with the name of the role.
                .orElseThrow(() -> ApiException.notFound(new ApiStatusSubject(GROUP, subject.kind(), name)));
        requireHeld(user, namespace, subject, granted);
    }

    private void requireHeld(RequestUser user, String namespace, ApiStatusSubject subject, List<PolicyRule> granted) {
        Set<String> missing = GrantedRules.missing(authorizer.rules(user, namespace), granted);
        if (!missing.isEmpty()) {
            throw ApiException.forbidden(
                    subject,
                    "user \"%s\" (groups=%s) is attempting to grant RBAC permissions not currently held:\n%s"
                            .formatted(
                                    user.user(),
                                    GrantedRules.quoted(new TreeSet<>(user.groups())),
                                    String.join("\n", missing)));
        }
    }
}
