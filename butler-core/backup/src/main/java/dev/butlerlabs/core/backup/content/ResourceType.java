package dev.butlerlabs.core.backup.content;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.util.Objects;

/**
 * A resource whose objects are part of backups.
 *
 * @param group empty for the core group
 * @param version the version in which objects are read
 * @param hasStatus whether the status is a subresource
 */
public record ResourceType(
        String group, String version, String plural, String kind, boolean isNamespaced, boolean hasStatus) {
    /** The resources of the core group. */
    public static final ResourceType NAMESPACE = new ResourceType("", "v1", "namespaces", "Namespace", false, false);

    /** The name of the resource of CustomResourceDefinitions. */
    public static final String DEFINITION_NAME = "customresourcedefinitions.apiextensions.k8s.io";

    public static final ResourceType SECRET = new ResourceType("", "v1", "secrets", "Secret", true, false);
    public static final ResourceType CONFIG_MAP = new ResourceType("", "v1", "configmaps", "ConfigMap", true, false);

    public ResourceType {
        Objects.requireNonNull(group, "group");
        Objects.requireNonNull(version, "version");
        Objects.requireNonNull(plural, "plural");
        Objects.requireNonNull(kind, "kind");
    }

    /** Returns the name of the resource, such as {@code secrets} or {@code clusters.cluster.x-k8s.io}. */
    public String name() {
        return group.isEmpty() ? plural : plural + "." + group;
    }

    public String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the start of the keys of its objects in etcd. */
    public String etcdPrefix() {
        return "/registry/" + (group.isEmpty() ? "" : group + "/") + plural + "/";
    }

    /** Returns how clients address the resource. */
    public ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group.isEmpty() ? null : group)
                .withVersion(version)
                .withPlural(plural)
                .withKind(kind)
                .withNamespaced(isNamespaced)
                .build();
    }
}
