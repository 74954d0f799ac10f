package dev.butlerlabs.core.provider.clusterapi;

import dev.butlerlabs.core.api.SensitiveText;
import java.util.Optional;

/** The credentials of the infrastructure. Reports a missing one as a problem. */
public record TenantCredentials(TenantRenderInput plan, RenderProblemCollector findings) {
    public String require(String key) {
        return findings.require(
                find(key), "ProviderConfig spec.credentialsRef", "The Secret has no key %s.".formatted(key));
    }

    public Optional<String> find(String key) {
        return plan.credentials().find(key).map(SensitiveText::value);
    }
}
