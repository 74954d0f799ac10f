package dev.butlerlabs.core.cli.gitops;

import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.cli.ConsentOptions;
import dev.butlerlabs.core.gitops.FluxObjectChange;
import dev.butlerlabs.core.gitops.FluxObjectStatus;
import dev.butlerlabs.core.gitops.FluxResource;
import dev.butlerlabs.core.gitops.GitOpsStatus;
import dev.butlerlabs.core.progress.CountFormatter;
import java.util.List;

/** Confirms that GitOps is disabled, and describes the result. */
public record GitOpsRemovalPrompt(CommandContext session, ConsentOptions consent) {
    /** Asks if there is anything to remove. */
    public void confirm(String cluster, GitOpsStatus status, boolean prune) {
        if (!status.isDisabled()) {
            int applied = status.find(FluxResource.KUSTOMIZATION)
                    .map(FluxObjectStatus::inventory)
                    .map(List::size)
                    .orElse(0);
            consent.prompts(session)
                    .confirm(
                            prune
                                    ? "Disable GitOps of %s and delete the %s that Flux applied?"
                                            .formatted(cluster, CountFormatter.of(applied, "object"))
                                    : "Disable GitOps of %s? What Flux applied stays.".formatted(cluster));
        }
    }

    /** Returns the last line of the command. */
    public static String result(List<FluxObjectChange> deleted, boolean prune) {
        if (deleted.isEmpty()) {
            return "GitOps is not enabled: nothing was deleted.";
        }
        return "%s deleted. What Flux applied %s."
                .formatted(
                        CountFormatter.of(deleted.size(), "object"),
                        prune ? "was deleted too" : "stays in the cluster");
    }
}
