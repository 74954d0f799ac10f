package dev.butlerlabs.core.machine;

import dev.butlerlabs.core.api.ProviderConfigStatus;
import dev.butlerlabs.core.api.ProviderConfigStatusBuilder;
import dev.butlerlabs.core.api.Reasons;
import io.fabric8.kubernetes.api.model.Condition;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Renders the status of a ProviderConfig. Pure. */
final class ProviderStatuses {
    static final String SUCCEEDED = "ValidationSucceeded";
    static final String FAILED = Reasons.VALIDATION_FAILED;

    private ProviderStatuses() {}

    /**
     * The status after a look.
     *
     * @param ready whether everything is well
     * @param conclusive whether the look tells anything about settings and credentials; else what was known stays
     */
    static ProviderConfigStatus judged(
            ProviderConfigStatus before,
            boolean ready,
            boolean conclusive,
            Optional<ProviderVerdict> verdict,
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
