package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.api.MachineRole;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan;
import dev.butlerlabs.core.bootstrap.plan.ManagementClusterPlan.PlannedMachine;
import dev.butlerlabs.core.bootstrap.restore.ExistingMachineFinder;
import dev.butlerlabs.core.bootstrap.restore.RestoredCluster;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.function.Predicate;

/** Describes what a restore changes. */
final class RestorePreviewText {
    private RestorePreviewText() {}

    static String resumption(RestoredCluster cluster) {
        return "This resumes the restore of cluster %s as of %s.".formatted(cluster.name(), cluster.time());
    }

    /** @param plan the machines in the backup */
    static String warning(RestoredCluster cluster, ManagementClusterPlan plan, ExistingMachineFinder.Found found) {
        List<String> parts = new ArrayList<>();
        parts.add("This restores cluster %s as of %s. Later changes in the cluster are lost."
                .formatted(cluster.name(), cluster.time()));
        Predicate<PlannedMachine> isKept = machine -> found.kept().contains(machine.name());
        Predicate<PlannedMachine> isControlPlane = machine -> machine.role() == MachineRole.CONTROL_PLANE;
        add(parts, "Machines that are created: ", names(plan, isKept.negate()));
        add(parts, "Machines that are wiped: ", names(plan, isKept.and(isControlPlane)));
        add(parts, "Machines that are rebooted: ", names(plan, isKept.and(isControlPlane.negate())));
        add(parts, "Machines that are deleted because they are not in the backup: ", found.surplus());
        return String.join("\n", parts);
    }

    private static List<String> names(ManagementClusterPlan plan, Predicate<PlannedMachine> which) {
        return plan.machines().stream().filter(which).map(PlannedMachine::name).toList();
    }

    private static void add(List<String> parts, String title, Collection<String> names) {
        if (!names.isEmpty()) {
            parts.add(title + String.join(", ", new TreeSet<>(names)) + ".");
        }
    }
}
