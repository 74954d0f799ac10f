package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reconciles MachineDeployments and their MachineSets: keeps the desired number of machines of the current template, with one extra machine
 * by default during a rolling update. Each template has a MachineSet; one of an earlier template is deleted when its last machine is gone.
 */
final class MachineDeploymentController {
    void reconcile(TenantNamespaceView view) {
        for (GenericKubernetesResource deployment : view.list(SimulatedResourceType.MACHINE_DEPLOYMENT)) {
            if (!deployment.isMarkedForDeletion()) {
                goOn(view, deployment);
            }
        }
    }

    private static void goOn(TenantNamespaceView view, GenericKubernetesResource deployment) {
        Optional<GenericKubernetesResource> cluster = view.cluster(deployment);
        if (cluster.isEmpty()) {
            return;
        }
        if (!UnstructuredObject.isOwned(deployment, cluster.get())) {
            view.store()
                    .edit(
                            SimulatedResourceType.MACHINE_DEPLOYMENT,
                            deployment,
                            copy -> UnstructuredObject.own(copy, cluster.get(), false));
            return;
        }
        List<GenericKubernetesResource> sets = owned(view, SimulatedResourceType.MACHINE_SET, deployment);
        Optional<GenericKubernetesResource> set = sets.stream()
                .filter(one -> UnstructuredObject.name(one).equals(MachineSetFactory.name(deployment)))
                .findFirst();
        if (set.isEmpty()) {
            adoptTemplates(view, deployment, cluster.get());
            view.store().create(SimulatedResourceType.MACHINE_SET, MachineSetFactory.machineSet(deployment));
            return;
        }
        scale(view, deployment, set.get(), sets);
    }

    /** Templates belong to the cluster, so that they are moved and deleted with it. */
    private static void adoptTemplates(
            TenantNamespaceView view, GenericKubernetesResource deployment, GenericKubernetesResource cluster) {
        for (TemplateReference reference : TemplateReference.of(deployment, "spec", "template", "spec")) {
            view.template(reference)
                    .filter(template -> !UnstructuredObject.isOwned(template, cluster))
                    .ifPresent(template -> view.store()
                            .edit(
                                    SimulatedResourceType.of(template.getApiVersion(), template.getKind()),
                                    template,
                                    copy -> UnstructuredObject.own(copy, cluster, false)));
        }
    }

    private static void scale(
            TenantNamespaceView view,
            GenericKubernetesResource deployment,
            GenericKubernetesResource set,
            List<GenericKubernetesResource> sets) {
        List<GenericKubernetesResource> all = owned(view, SimulatedResourceType.MACHINE, deployment);
        List<GenericKubernetesResource> staying =
                all.stream().filter(machine -> !machine.isMarkedForDeletion()).toList();
        List<GenericKubernetesResource> current =
                staying.stream().filter(machine -> isOf(set, machine)).toList();
        List<GenericKubernetesResource> outdated =
                staying.stream().filter(machine -> !isOf(set, machine)).toList();
        int wanted = UnstructuredObject.number(deployment, "spec", "replicas");
        report(view, deployment, all, current, wanted);
        sets.forEach(one -> reportSet(view, one, set, all, wanted));
        RolloutStrategy strategy = RolloutStrategy.of(deployment);
        add(view, deployment, set, all, missing(current, outdated, wanted, strategy));
        remove(view, current, outdated, wanted, strategy);
    }

    private static List<GenericKubernetesResource> owned(
            TenantNamespaceView view, SimulatedResourceType kind, GenericKubernetesResource deployment) {
        return view.list(kind).stream()
                .filter(one -> UnstructuredObject.label(one, MachineSetFactory.DEPLOYMENT)
                        .equals(UnstructuredObject.name(deployment)))
                .sorted(Comparator.comparing(UnstructuredObject::name))
                .toList();
    }

    private static boolean isOf(GenericKubernetesResource set, GenericKubernetesResource machine) {
        return UnstructuredObject.label(machine, MachineSetFactory.SET).equals(UnstructuredObject.name(set));
    }

    private static int ready(List<GenericKubernetesResource> machines) {
        return (int) machines.stream()
                .filter(machine -> !machine.isMarkedForDeletion() && MachineController.isRunning(machine))
                .count();
    }

    private static void report(
            TenantNamespaceView view,
            GenericKubernetesResource deployment,
            List<GenericKubernetesResource> all,
            List<GenericKubernetesResource> current,
            int wanted) {
        int ready = ready(all);
        ClusterApiConditions conditions = new ClusterApiConditions(deployment, Instant.now())
                .with("Available", ready >= wanted, "Available", "NotAvailable")
                .with("MachinesReady", ready == all.size(), "Ready", "NotReady")
                .with("MachinesUpToDate", current.size() == all.size(), "UpToDate", "NotUpToDate")
                .with("RollingOut", current.size() < all.size(), "RollingOut", "NotRollingOut")
                .with("ScalingUp", all.size() < wanted, "ScalingUp", "NotScalingUp")
                .with("ScalingDown", all.size() > wanted, "ScalingDown", "NotScalingDown")
                .with("Deleting", false, "Deleting", "NotDeleting")
                .with("Paused", false, "Paused", "NotPaused")
                .withDeprecated("Ready", ready >= wanted, "WaitingForAvailableMachines")
                .withDeprecated("Available", ready >= wanted, "WaitingForAvailableMachines");
        Map<String, Object> status = counters(deployment, all.size(), ready, current.size());
        status.put("phase", all.size() > wanted ? "ScalingDown" : ready < wanted ? "ScalingUp" : "Running");
        status.put("conditions", conditions.current());
        status.put(
                "deprecated",
                conditions.deprecated(Map.of(
                        "availableReplicas",
                        ready,
                        "readyReplicas",
                        ready,
                        "unavailableReplicas",
                        Math.max(0, wanted - ready),
                        "updatedReplicas",
                        current.size())));
        view.store().status(SimulatedResourceType.MACHINE_DEPLOYMENT, deployment, status);
    }

    private static Map<String, Object> counters(
            GenericKubernetesResource object, int replicas, int ready, int upToDate) {
        Map<String, Object> status = new TreeMap<>();
        status.put("observedGeneration", object.getMetadata().getGeneration().intValue());
        status.put("selector", MachineSetFactory.selector(object));
        status.put("replicas", replicas);
        status.put("readyReplicas", ready);
        status.put("availableReplicas", ready);
        status.put("upToDateReplicas", upToDate);
        return status;
    }

    private static void reportSet(
            TenantNamespaceView view,
            GenericKubernetesResource set,
            GenericKubernetesResource currentSet,
            List<GenericKubernetesResource> all,
            int wanted) {
        boolean current = UnstructuredObject.name(set).equals(UnstructuredObject.name(currentSet));
        List<GenericKubernetesResource> machines =
                all.stream().filter(machine -> isOf(set, machine)).toList();
        if (!current && machines.isEmpty()) {
            view.store().delete(SimulatedResourceType.MACHINE_SET, set);
            return;
        }
        int replicas = current ? wanted : machines.size();
        if (UnstructuredObject.number(set, "spec", "replicas") != replicas) {
            view.store()
                    .edit(
                            SimulatedResourceType.MACHINE_SET,
                            set,
                            copy -> UnstructuredObject.put(copy, "replicas", replicas));
            return;
        }
        int ready = ready(machines);
        ClusterApiConditions conditions = new ClusterApiConditions(set, Instant.now())
                .with("MachinesReady", ready == machines.size(), "Ready", "NotReady")
                .with("MachinesUpToDate", current, "UpToDate", "NotUpToDate")
                .with("ScalingUp", machines.size() < replicas, "ScalingUp", "NotScalingUp")
                .with("ScalingDown", machines.size() > replicas, "ScalingDown", "NotScalingDown")
                .with("Deleting", false, "Deleting", "NotDeleting")
                .with("Paused", false, "Paused", "NotPaused")
                .withDeprecated("Ready", ready == machines.size(), "WaitingForAvailableMachines");
        Map<String, Object> status = counters(set, machines.size(), ready, current ? machines.size() : 0);
        status.put("conditions", conditions.current());
        status.put(
                "deprecated",
                conditions.deprecated(Map.of(
                        "availableReplicas", ready, "readyReplicas", ready, "fullyLabeledReplicas", machines.size())));
        view.store().status(SimulatedResourceType.MACHINE_SET, set, status);
    }

    /** Returns the number of machines to create, including extra ones during a rolling update. */
    private static int missing(
            List<GenericKubernetesResource> current,
            List<GenericKubernetesResource> outdated,
            int wanted,
            RolloutStrategy strategy) {
        int surge = outdated.isEmpty() ? 0 : strategy.surge();
        return Math.min(wanted - current.size(), wanted + surge - current.size() - outdated.size());
    }

    /**
     * Creates machines. Names are derived from existing machines, so that reconciling the same state twice creates one
     * machine.
     */
    private static void add(
            TenantNamespaceView view,
            GenericKubernetesResource deployment,
            GenericKubernetesResource set,
            List<GenericKubernetesResource> all,
            int missing) {
        Set<String> taken = all.stream().map(UnstructuredObject::name).collect(Collectors.toSet());
        int made = 0;
        for (int number = 0; made < missing; number++) {
            String name = UnstructuredObject.name(set) + "-" + number;
            if (!taken.contains(name)) {
                view.store().create(SimulatedResourceType.MACHINE, MachineSetFactory.machine(deployment, set, name));
                made++;
            }
        }
    }

    private static void remove(
            TenantNamespaceView view,
            List<GenericKubernetesResource> current,
            List<GenericKubernetesResource> outdated,
            int wanted,
            RolloutStrategy strategy) {
        current.stream().skip(wanted).forEach(machine -> view.store().delete(SimulatedResourceType.MACHINE, machine));
        long running = current.stream().filter(MachineController::isRunning).count();
        long superfluous =
                Math.min(outdated.size(), Math.max(0, running + outdated.size() - wanted + strategy.unavailable()));
        outdated.stream()
                .limit(superfluous)
                .forEach(machine -> view.store().delete(SimulatedResourceType.MACHINE, machine));
    }
}
