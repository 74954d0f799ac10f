package dev.butlerlabs.core.gitops;

import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;

/** The objects that connect a cluster to a Git repository, in the order in which they are created. */
public enum FluxResource {
    SECRET("", "v1", "Secret", "secrets", "butler-git"),
    GIT_REPOSITORY("source.toolkit.fluxcd.io", "v1", "GitRepository", "gitrepositories", "butler"),
    KUSTOMIZATION("kustomize.toolkit.fluxcd.io", "v1", "Kustomization", "kustomizations", "butler");

    /** The namespace of Flux and of the objects that Butler creates for it. */
    public static final String NAMESPACE = "flux-system";

    private final String group;
    private final String version;
    private final String kind;
    private final String plural;
    private final String objectName;

    FluxResource(String group, String version, String kind, String plural, String objectName) {
        this.group = group;
        this.version = version;
        this.kind = kind;
        this.plural = plural;
        this.objectName = objectName;
    }

    public String kind() {
        return kind;
    }

    /** Returns the name of Butler's object of this type. */
    public String objectName() {
        return objectName;
    }

    /** Returns kind and name for messages, such as {@code Kustomization flux-system/butler}. */
    public String text() {
        return "%s %s/%s".formatted(kind, NAMESPACE, objectName);
    }

    String apiVersion() {
        return group.isEmpty() ? version : group + "/" + version;
    }

    /** Returns the name of the CustomResourceDefinition. */
    String definitionName() {
        return plural + "." + group;
    }

    /** Returns whether Flux defines the type. */
    boolean isCustom() {
        return !group.isEmpty();
    }

    ResourceDefinitionContext context() {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group.isEmpty() ? null : group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(true)
                .build();
    }
}
