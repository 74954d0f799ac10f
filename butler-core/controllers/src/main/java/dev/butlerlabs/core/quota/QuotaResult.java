package dev.butlerlabs.core.quota;

import java.util.List;
import java.util.Optional;

/**
 * Whether a tenant cluster may use what it requests.
 *
 * @param team the team whose limits apply; empty if the namespace belongs to none
 * @param problems why it may not; none if it may
 */
public record QuotaResult(Optional<String> team, List<ClusterProblem> problems) {
    public QuotaResult {
        problems = List.copyOf(problems);
    }

    public boolean isAdmitted() {
        return problems.isEmpty();
    }
}
