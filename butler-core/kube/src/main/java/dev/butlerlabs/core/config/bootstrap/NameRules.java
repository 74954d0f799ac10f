package dev.butlerlabs.core.config.bootstrap;

import java.util.Optional;

/** Checks the length of names that are derived from the cluster name. */
final class NameRules implements ConfigRule {
    private static final int LONGEST_HOST_NAME = 63;

    @Override
    public void check(ConfigDraft draft) {
        Optional<String> name = draft.find(BootstrapFileKeys.CLUSTER, ClusterKeys.NAME);
        name.map(cluster -> longestMachineName(cluster, draft))
                .filter(machine -> machine.length() > LONGEST_HOST_NAME)
                .ifPresent(machine -> draft.root()
                        .find(BootstrapFileKeys.CLUSTER)
                        .ifPresent(cluster -> cluster.report(
                                ClusterKeys.NAME,
                                "is too long: the machine name %s would have %d characters, the maximum is 63"
                                        .formatted(machine, machine.length()),
                                "maximum length of the cluster name: "
                                        + (name.get().length() - machine.length() + LONGEST_HOST_NAME))));
    }

    private static String longestMachineName(String cluster, ConfigDraft draft) {
        return draft.workers() > 0
                ? cluster + "-worker-" + (draft.workers() - 1)
                : cluster + "-cp-" + (draft.controlPlanes().orElse(1) - 1);
    }
}
