package dev.butlerlabs.core.embedded.verb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.rbac.RbacAuthorizer;
import dev.butlerlabs.core.embedded.rbac.RequestAttributes;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Answers reviews of users and permissions, which are not stored. */
final class AccessReviewHandler {
    private static final Set<String> GROUPS = Set.of("authorization.k8s.io", "authentication.k8s.io");

    private final RbacAuthorizer authorizer;

    AccessReviewHandler(RbacAuthorizer authorizer) {
        this.authorizer = authorizer;
    }

    static boolean isReview(ServedResource resource) {
        return GROUPS.contains(resource.group());
    }

    /** Returns the question with the answer in its status. */
    KubernetesObject answer(KubernetesObject question, ResourceRequest request) {
        RequestUser user = request.http().user();
        ObjectNode status = question.tree().putObject("status");
        JsonNode spec = question.tree().path("spec");
        switch (question.kind()) {
            case "SelfSubjectReview" -> putUser(status.putObject("userInfo"), user);
            case "SelfSubjectRulesReview" ->
                authorizer.putRules(status, user, spec.path("namespace").asText(""));
            case "SelfSubjectAccessReview" -> putAccess(status, user, attributes(spec, ""));
            default -> putAccess(status, user(spec), attributes(spec, request.namespace()));
        }
        return question;
    }

    private static void putUser(ObjectNode info, RequestUser user) {
        info.put("username", user.user());
        new TreeSet<>(user.groups()).forEach(info.putArray("groups")::add);
    }

    private void putAccess(ObjectNode status, RequestUser user, RequestAttributes attributes) {
        boolean allowed = authorizer.allows(user, attributes);
        status.put("allowed", allowed);
        if (allowed && user.isAdministrator()) {
            status.put("reason", "the user is an administrator");
        }
    }

    private static RequestUser user(JsonNode spec) {
        Set<String> groups = new HashSet<>();
        spec.path("groups").forEach(group -> groups.add(group.asText()));
        return new RequestUser(spec.path("user").asText(""), groups);
    }

    /** @param namespace of the review itself; empty if the question names it */
    private static RequestAttributes attributes(JsonNode spec, String namespace) {
        JsonNode paths = spec.path("nonResourceAttributes");
        if (!paths.isMissingNode()) {
            return new RequestAttributes(
                    paths.path("verb").asText("").toLowerCase(Locale.ROOT),
                    "",
                    "",
                    "",
                    "",
                    "",
                    paths.path("path").asText("/"));
        }
        JsonNode resource = spec.path("resourceAttributes");
        return new RequestAttributes(
                resource.path("verb").asText(""),
                resource.path("group").asText(""),
                resource.path("resource").asText(""),
                resource.path("subresource").asText(""),
                namespace.isEmpty() ? resource.path("namespace").asText("") : namespace,
                resource.path("name").asText(""),
                "");
    }
}
