package dev.butlerlabs.core.server.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.server.access.NamespaceFinder;
import dev.butlerlabs.core.server.access.PermissionReader;
import dev.butlerlabs.core.server.rest.AuthViews.NamespaceNames;
import dev.butlerlabs.core.server.rest.AuthViews.Permissions;
import dev.butlerlabs.core.server.route.ApiCall;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import java.util.List;
import java.util.Optional;

/** What the user may do, so that pages show no button that would be rejected. */
public final class PermissionHandlers {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final PermissionReader permissions;
    private final NamespaceFinder namespaces;

    public PermissionHandlers(PermissionReader permissions, NamespaceFinder namespaces) {
        this.permissions = permissions;
        this.namespaces = namespaces;
    }

    public Permissions permissions(ApiCall call) {
        Optional<String> namespace = call.query("namespace");
        return new Permissions(
                namespace,
                namespace.map(name -> rules(call, name)).orElse(List.of()),
                permissions.permissions(call.access(), namespace));
    }

    private static List<JsonNode> rules(ApiCall call, String namespace) {
        SelfSubjectRulesReview review = KubeErrorMapper.translating(
                call.kubernetes(),
                "creating a SelfSubjectRulesReview",
                () -> call.kubernetes()
                        .authorization()
                        .v1()
                        .selfSubjectRulesReview()
                        .create(new SelfSubjectRulesReviewBuilder()
                                .withNewSpec()
                                .withNamespace(namespace)
                                .endSpec()
                                .build()));
        return review.getStatus().getResourceRules().stream()
                .map(rule -> JSON.<JsonNode>valueToTree(rule))
                .toList();
    }

    public NamespaceNames namespaces(ApiCall call) {
        boolean all = namespaces.isAllowedEverywhere(call.access(), "list", "tenantclusters");
        List<String> names = all
                ? namespaces.candidates(call.access()).stream().sorted().toList()
                : namespaces.namespaces(call.access(), "list", "tenantclusters");
        return new NamespaceNames(all, names);
    }
}
