package dev.butlerlabs.sim.tenant;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Reconciles MachineDeployments: keeps the desired number of machines of the current template, with one extra machine
 * during a rolling update.
 */
final class MachineDeploymentController {
    private static final String DEPLOYMENT = "cluster.x-k8s.io/deployment-name";
    private static final String FINALIZER = "machine.cluster.x-k8s.io";

    void look(TenantNamespaceView world) {
        for (GenericKubernetesResource deployment : world.list(SimulatedResourceType.MACHINE_DEPLOYMENT)) {
            if (!deployment.isMarkedForDeletion()) {
                goOn(world, deployment);
            }
        }
    }

    private static void goOn(TenantNamespaceView world, GenericKubernetesResource deployment) {
        List<GenericKubernetesResource> all = machines(world, deployment);
        List<GenericKubernetesResource> staying =
                all.stream().filter(machine -> !machine.isMarkedForDeletion()).toList();
        List<GenericKubernetesResource> current = staying.stream()
                .filter(machine -> isCurrent(deployment, machine))
                .toList();
        List<GenericKubernetesResource> outdated = staying.stream()
                .filter(machine -> !isCurrent(deployment, machine))
                .toList();
        int wanted = UnstructuredObject.number(deployment, "spec", "replicas");
        report(world, deployment, all, current, wanted);
        add(world, deployment, all, missing(current, outdated, wanted));
        remove(world, current, outdated, wanted);
    }

    private static List<GenericKubernetesResource> machines(
            TenantNamespaceView world, GenericKubernetesResource deployment) {
        return world.list(SimulatedResourceType.MACHINE).stream()
                .filter(machine ->
                        UnstructuredObject.label(machine, DEPLOYMENT).equals(UnstructuredObject.name(deployment)))
                .sorted(Comparator.comparing(UnstructuredObject::name))
                .toList();
    }

    /** Returns whether version, bootstrap and infrastructure of a machine match the template. */
    private static boolean isCurrent(GenericKubernetesResource deployment, GenericKubernetesResource machine) {
        return template(deployment, "spec", "template", "spec").equals(template(machine, "spec", "origin"));
    }

    private static String template(GenericKubernetesResource object, Object... path) {
        return object.get(path) instanceof Map<?, ?> fields
                ? List.of(
                                String.valueOf(fields.get("version")),
                                String.valueOf(fields.get("bootstrap")),
                                String.valueOf(fields.get("infrastructureRef")))
                        .toString()
                : "";
    }

    private static void report(
            TenantNamespaceView world,
            GenericKubernetesResource deployment,
            List<GenericKubernetesResource> all,
            List<GenericKubernetesResource> current,
            int wanted) {
        int ready = (int) all.stream()
                .filter(machine -> !machine.isMarkedForDeletion() && MachineController.isRunning(machine))
                .count();
        Map<String, Object> status = new TreeMap<>();
        status.put("observedGeneration", deployment.getMetadata().getGeneration());
        status.put("replicas", all.size());
        status.put("updatedReplicas", current.size());
        status.put("readyReplicas", ready);
        status.put("availableReplicas", ready);
        status.put("unavailableReplicas", Math.max(0, wanted - ready));
        status.put("phase", all.size() > wanted ? "ScalingDown" : ready < wanted ? "ScalingUp" : "Running");
        world.shelf().status(SimulatedResourceType.MACHINE_DEPLOYMENT, deployment, status);
    }

    /** Returns the number of machines to create, including one extra during a rolling update. */
    private static int missing(
            List<GenericKubernetesResource> current, List<GenericKubernetesResource> outdated, int wanted) {
        int surge = outdated.isEmpty() ? 0 : 1;
        return Math.min(wanted - current.size(), wanted + surge - current.size() - outdated.size());
    }

    /**
     * Creates a machine. Names are derived from existing machines, so that reconciling the same state twice creates one
     * machine.
     */
    private static void add(
            TenantNamespaceView world,
            GenericKubernetesResource deployment,
            List<GenericKubernetesResource> all,
            int missing) {
        Set<String> taken = all.stream().map(UnstructuredObject::name).collect(Collectors.toSet());
        String prefix = "%s-%08x-"
                .formatted(
                        UnstructuredObject.name(deployment),
                        template(deployment, "spec", "template", "spec").hashCode());
        int made = 0;
        for (int number = 0; made < missing; number++) {
            if (!taken.contains(prefix + number)) {
                world.shelf().create(SimulatedResourceType.MACHINE, machine(deployment, prefix + number));
                made++;
            }
        }
    }

    private static void remove(
            TenantNamespaceView world,
            List<GenericKubernetesResource> current,
            List<GenericKubernetesResource> outdated,
            int wanted) {
        current.stream().skip(wanted).forEach(machine -> world.shelf().delete(SimulatedResourceType.MACHINE, machine));
        long running = current.stream().filter(MachineController::isRunning).count();
        long superfluous = Math.min(outdated.size(), Math.max(0, running + outdated.size() - wanted));
        outdated.stream()
                .limit(superfluous)
                .forEach(machine -> world.shelf().delete(SimulatedResourceType.MACHINE, machine));
    }

    private static GenericKubernetesResource machine(GenericKubernetesResource deployment, String name) {
        Object origin = deployment.get("spec", "template", "spec");
        GenericKubernetesResource machine = new GenericKubernetesResource();
        machine.setApiVersion(SimulatedResourceType.MACHINE.apiVersion());
        machine.setKind(SimulatedResourceType.MACHINE.kind());
        machine.setMetadata(new ObjectMetaBuilder()
                .withNamespace(UnstructuredObject.namespace(deployment))
                .withName(name)
                .addToLabels(
                        UnstructuredObject.CLUSTER_NAME,
                        UnstructuredObject.text(deployment, "spec", "clusterName")
                                .orElse(""))
                .addToLabels(DEPLOYMENT, UnstructuredObject.name(deployment))
                .addToFinalizers(FINALIZER)
                .build());
        machine.setAdditionalProperty(
                "spec",
                Map.of(
                        "clusterName",
                        UnstructuredObject.text(deployment, "spec", "clusterName")
                                .orElse(""),
                        "version",
                        UnstructuredObject.text(deployment, "spec", "template", "spec", "version")
                                .orElse(""),
                        "origin",
                        origin));
        return machine;
    }
}
