package dev.butlerlabs.core.tenant.render;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Optional;

/** The credentials of the infrastructure. Reports a missing one as a problem. */
record Secrets(TenantPlan plan, Findings findings) {
    String require(String key) {
        return findings.require(
                find(key), "ProviderConfig spec.credentialsRef", "The Secret has no key %s.".formatted(key));
    }

    Optional<String> find(String key) {
        return plan.credentials().find(key).map(SensitiveText::value);
    }
}
