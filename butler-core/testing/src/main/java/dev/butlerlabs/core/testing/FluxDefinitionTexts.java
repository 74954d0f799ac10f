package dev.butlerlabs.core.testing;

import java.util.List;

/** Custom resource definitions with the names of Flux that accept any content. */
public final class FluxDefinitionTexts {
    private FluxDefinitionTexts() {}

    /** Returns the definitions of GitRepositories and Kustomizations as YAML. */
    public static List<String> all() {
        return List.of(
                definition("source.toolkit.fluxcd.io", "GitRepository", "gitrepositories"),
                definition("kustomize.toolkit.fluxcd.io", "Kustomization", "kustomizations"));
    }

    private static String definition(String group, String kind, String plural) {
        return """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %2$s.%1$s}
                spec:
                  group: %1$s
                  scope: Namespaced
                  names: {kind: %3$s, plural: %2$s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      subresources: {status: {}}
                      schema:
                        openAPIV3Schema:
                          type: object
                          x-kubernetes-preserve-unknown-fields: true
                """.formatted(group, plural, kind);
    }
}
