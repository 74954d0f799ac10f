package dev.butlerlabs.core.server.access;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.identity.access.AccessQuestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A button or page of the console and the permission of the Kubernetes API that it needs.
 *
 * @param key page and verb, such as {@code clusters.create}
 * @param namespaced whether the permission can be given in a namespace
 */
public record ConsolePermission(String key, String verb, String group, String resource, boolean namespaced) {
    private static final List<String> VERBS = List.of("list", "create", "update", "delete");

    /** The resources of Butler behind the pages. */
    private static final Map<String, String> NAMESPACED = Map.of(
            "clusters", "tenantclusters",
            "addons", "tenantaddons",
            "networks", "networkpools",
            "ipallocations", "ipallocations",
            "providers", "providerconfigs");

    private static final Map<String, String> CLUSTER_SCOPED = Map.of(
            "teams", "teams",
            "users", "users",
            "identityProviders", "identityproviders",
            "managementAddons", "managementaddons",
            "catalog", "addondefinitions");

    /** All permissions that the console checks. */
    public static final List<ConsolePermission> ALL = all();

    public ConsolePermission {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(verb, "verb");
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(resource, "resource");
    }

    private static List<ConsolePermission> all() {
        List<ConsolePermission> all = new ArrayList<>();
        NAMESPACED.forEach((page, resource) -> VERBS.forEach(verb -> all.add(butler(page, verb, resource, true))));
        CLUSTER_SCOPED.forEach((page, resource) -> VERBS.forEach(verb -> all.add(butler(page, verb, resource, false))));
        all.add(new ConsolePermission("clusters.kubeconfig", "get", "", "secrets", true));
        all.add(new ConsolePermission("clusters.events", "list", "", "events", true));
        all.add(new ConsolePermission("certificates.list", "list", "", "secrets", false));
        all.add(new ConsolePermission("nodes.list", "list", "", "nodes", false));
        all.add(new ConsolePermission("pods.list", "list", "", "pods", true));
        all.add(new ConsolePermission("audit.read", "list", "", "events", false));
        all.add(butler("runs", "list", "clusterbootstraps", true));
        return List.copyOf(all);
    }

    private static ConsolePermission butler(String page, String verb, String resource, boolean namespaced) {
        return new ConsolePermission(
                page + "." + verb, verb.equals("update") ? "patch" : verb, ApiGroup.NAME, resource, namespaced);
    }

    /** @param namespace empty for all namespaces */
    AccessQuestion question(Optional<String> namespace) {
        return new AccessQuestion(verb, group, resource, Optional.empty(), namespaced ? namespace : Optional.empty());
    }
}
