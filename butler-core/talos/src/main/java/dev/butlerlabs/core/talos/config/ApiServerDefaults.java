package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Map;

/** The default authentication, authorization and audit policies that Talos configures for the API server. */
final class ApiServerDefaults {
    private ApiServerDefaults() {}

    static Map<String, Object> podSecurity() {
        return new OrderedFields()
                .with("apiVersion", "pod-security.admission.config.k8s.io/v1alpha1")
                .with(
                        "defaults",
                        new OrderedFields()
                                .with("audit", "restricted")
                                .with("audit-version", "latest")
                                .with("enforce", "baseline")
                                .with("enforce-version", "latest")
                                .with("warn", "restricted")
                                .with("warn-version", "latest"))
                .with(
                        "exemptions",
                        new OrderedFields()
                                .with("namespaces", List.of("kube-system"))
                                .with("runtimeClasses", List.of())
                                .with("usernames", List.of()))
                .with("kind", "PodSecurityConfiguration")
                .map();
    }

    static Map<String, Object> audit() {
        return new OrderedFields()
                .with("apiVersion", "audit.k8s.io/v1")
                .with("kind", "Policy")
                .with(
                        "rules",
                        List.of(new OrderedFields().with("level", "Metadata").map()))
                .map();
    }

    /** Anonymous users may call the health endpoints only. */
    static Map<String, Object> authentication() {
        return new OrderedFields()
                .with(
                        "anonymous",
                        new OrderedFields()
                                .with("conditions", List.of(path("/livez"), path("/readyz"), path("/healthz")))
                                .with("enabled", true))
                .with("jwt", List.of())
                .map();
    }

    private static Map<String, Object> path(String path) {
        return new OrderedFields().with("path", path).map();
    }
}
