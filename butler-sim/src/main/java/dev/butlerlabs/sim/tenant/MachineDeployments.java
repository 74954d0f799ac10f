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
final class MachineDeployments {
    private static final String DEPLOYMENT = "cluster.x-k8s.io/deployment-name";
    private static final String FINALIZER = "machine.cluster.x-k8s.io";

    void look(World world) {
        for (GenericKubernetesResource deployment : world.list(PartKind.MACHINE_DEPLOYMENT)) {
            if (!deployment.isMarkedForDeletion()) {
                goOn(world, deployment);
            }
        }
    }

    private static void goOn(World world, GenericKubernetesResource deployment) {
        List<GenericKubernetesResource> all = machines(world, deployment);
        List<GenericKubernetesResource> staying =
                all.stream().filter(machine -> !machine.isMarkedForDeletion()).toList();
        List<GenericKubernetesResource> current = staying.stream()
                .filter(machine -> isCurrent(deployment, machine))
                .toList();
        List<GenericKubernetesResource> outdated = staying.stream()
                .filter(machine -> !isCurrent(deployment, machine))
                .toList();
        int wanted = Part.number(deployment, "spec", "replicas");
        report(world, deployment, all, current, wanted);
        add(world, deployment, all, missing(current, outdated, wanted));
        remove(world, current, outdated, wanted);
    }

    private static List<GenericKubernetesResource> machines(World world, GenericKubernetesResource deployment) {
        return world.list(PartKind.MACHINE).stream()
                .filter(machine -> Part.label(machine, DEPLOYMENT).equals(Part.name(deployment)))
                .sorted(Comparator.comparing(Part::name))
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
            World world,
            GenericKubernetesResource deployment,
            List<GenericKubernetesResource> all,
            List<GenericKubernetesResource> current,
            int wanted) {
        int ready = (int) all.stream()
                .filter(machine -> !machine.isMarkedForDeletion() && Machines.isRunning(machine))
                .count();
        Map<String, Object> status = new TreeMap<>();
        status.put("observedGeneration", deployment.getMetadata().getGeneration());
        status.put("replicas", all.size());
        status.put("updatedReplicas", current.size());
        status.put("readyReplicas", ready);
        status.put("availableReplicas", ready);
        status.put("unavailableReplicas", Math.max(0, wanted - ready));
        status.put("phase", all.size() > wanted ? "ScalingDown" : ready < wanted ? "ScalingUp" : "Running");
        world.shelf().status(PartKind.MACHINE_DEPLOYMENT, deployment, status);
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
            World world, GenericKubernetesResource deployment, List<GenericKubernetesResource> all, int missing) {
        Set<String> taken = all.stream().map(Part::name).collect(Collectors.toSet());
        String prefix = "%s-%08x-"
                .formatted(
                        Part.name(deployment),
                        template(deployment, "spec", "template", "spec").hashCode());
        int made = 0;
        for (int number = 0; made < missing; number++) {
            if (!taken.contains(prefix + number)) {
                world.shelf().create(PartKind.MACHINE, machine(deployment, prefix + number));
                made++;
            }
        }
    }

    private static void remove(
            World world,
            List<GenericKubernetesResource> current,
            List<GenericKubernetesResource> outdated,
            int wanted) {
        current.stream().skip(wanted).forEach(machine -> world.shelf().delete(PartKind.MACHINE, machine));
        long running = current.stream().filter(Machines::isRunning).count();
        long superfluous = Math.min(outdated.size(), Math.max(0, running + outdated.size() - wanted));
        outdated.stream().limit(superfluous).forEach(machine -> world.shelf().delete(PartKind.MACHINE, machine));
    }

    private static GenericKubernetesResource machine(GenericKubernetesResource deployment, String name) {
        Object origin = deployment.get("spec", "template", "spec");
        GenericKubernetesResource machine = new GenericKubernetesResource();
        machine.setApiVersion(PartKind.MACHINE.apiVersion());
        machine.setKind(PartKind.MACHINE.kind());
        machine.setMetadata(new ObjectMetaBuilder()
                .withNamespace(Part.namespace(deployment))
                .withName(name)
                .addToLabels(
                        Part.CLUSTER_NAME,
                        Part.text(deployment, "spec", "clusterName").orElse(""))
                .addToLabels(DEPLOYMENT, Part.name(deployment))
                .addToFinalizers(FINALIZER)
                .build());
        machine.setAdditionalProperty(
                "spec",
                Map.of(
                        "clusterName",
                        Part.text(deployment, "spec", "clusterName").orElse(""),
                        "version",
                        Part.text(deployment, "spec", "template", "spec", "version")
                                .orElse(""),
                        "origin",
                        origin));
        return machine;
    }
}
