package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.api.Reasons;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Renders the status of a ProviderConfig. Pure functions. */
final class ProviderStatusRenderer {
    static final String SUCCEEDED = "ValidationSucceeded";
    static final String FAILED = Reasons.VALIDATION_FAILED;

    private ProviderStatusRenderer() {}

    /**
     * Returns the status after a validation.
     *
     * @param ready whether all checks passed
     * @param conclusive whether the result is about settings and credentials; otherwise the previous result is kept
     */
    static ProviderConfigStatus judged(
            ProviderConfigStatus before,
            boolean ready,
            boolean conclusive,
            Optional<ProviderValidationResult> verdict,
            Instant now,
            List<Condition> conditions) {
        ProviderConfigStatusBuilder status =
                ProviderConfigStatusBuilder.builder(before).ready(ready).conditions(conditions);
        if (conclusive) {
            status.validated(ready).lastValidationTime(now);
        }
        verdict.ifPresent(found -> status.providerVersion(found.version()).lastProbeTime(now));
        return status.build();
    }
}
