package dev.butlerlabs.core.talos.config;

import java.util.List;
import java.util.Map;

/** The default authentication, authorization and audit policies that Talos configures for the API server. */
final class ApiServerPolicies {
    private ApiServerPolicies() {}

    static Map<String, Object> podSecurity() {
        return new Fields()
                .with("apiVersion", "pod-security.admission.config.k8s.io/v1alpha1")
                .with(
                        "defaults",
                        new Fields()
                                .with("audit", "restricted")
                                .with("audit-version", "latest")
                                .with("enforce", "baseline")
                                .with("enforce-version", "latest")
                                .with("warn", "restricted")
                                .with("warn-version", "latest"))
                .with(
                        "exemptions",
                        new Fields()
                                .with("namespaces", List.of("kube-system"))
                                .with("runtimeClasses", List.of())
                                .with("usernames", List.of()))
                .with("kind", "PodSecurityConfiguration")
                .map();
    }

    static Map<String, Object> audit() {
        return new Fields()
                .with("apiVersion", "audit.k8s.io/v1")
                .with("kind", "Policy")
                .with("rules", List.of(new Fields().with("level", "Metadata").map()))
                .map();
    }

    /** Anonymous users may call the health endpoints only. */
    static Map<String, Object> authentication() {
        return new Fields()
                .with(
                        "anonymous",
                        new Fields()
                                .with("conditions", List.of(path("/livez"), path("/readyz"), path("/healthz")))
                                .with("enabled", true))
                .with("jwt", List.of())
                .map();
    }

    private static Map<String, Object> path(String path) {
        return new Fields().with("path", path).map();
    }
}
