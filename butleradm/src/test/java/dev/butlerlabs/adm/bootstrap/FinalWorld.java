package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.sim.cluster.SimulatedCluster;
import dev.butlerlabs.sim.cluster.TalosHost;
import dev.butlerlabs.sim.infrastructure.SimulatedInfrastructure;
import dev.butlerlabs.sim.infrastructure.SimulatedMachine;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What a bootstrap has brought about, by names.
 *
 * @param machines on the infrastructure
 * @param belongings what exists there because of machines, told without the parts that differ from world to world
 * @param objects in the new cluster
 * @param files left on this machine
 */
record FinalWorld(
        List<String> machines, List<String> belongings, NavigableSet<String> objects, NavigableSet<String> files) {
    private static final List<ResourceDefinitionContext> KINDS = List.of(
            kind("", "v1", "Namespace", "namespaces", false),
            kind("", "v1", "Node", "nodes", false),
            kind("", "v1", "Secret", "secrets", true),
            kind("", "v1", "ConfigMap", "configmaps", true),
            kind("apps", "v1", "Deployment", "deployments", true),
            kind("apps", "v1", "DaemonSet", "daemonsets", true),
            kind("apps", "v1", "StatefulSet", "statefulsets", true),
            kind("batch", "v1", "Job", "jobs", true),
            kind("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions", false),
            kind("butler.butlerlabs.dev", "v1alpha1", "AddonDefinition", "addondefinitions", false),
            kind("butler.butlerlabs.dev", "v1alpha1", "ManagementAddon", "managementaddons", false),
            kind("butler.butlerlabs.dev", "v1alpha1", "ClusterBootstrap", "clusterbootstraps", true),
            kind("butler.butlerlabs.dev", "v1alpha1", "MachineRequest", "machinerequests", true),
            kind("butler.butlerlabs.dev", "v1alpha1", "NetworkPool", "networkpools", true),
            kind("butler.butlerlabs.dev", "v1alpha1", "IPAllocation", "ipallocations", true),
            kind("butler.butlerlabs.dev", "v1alpha1", "LoadBalancerRequest", "loadbalancerrequests", true),
            kind("butler.butlerlabs.dev", "v1alpha1", "ProviderConfig", "providerconfigs", true));

    static FinalWorld of(CrashWorld world) {
        return of(world.infrastructure(), world.hosts(), world.folder().home());
    }

    static FinalWorld of(SimulatedInfrastructure infrastructure, TalosHost hosts, Path home) {
        return new FinalWorld(
                infrastructure.machines().stream()
                        .map(SimulatedMachine::name)
                        .sorted()
                        .toList(),
                infrastructure.leftovers().stream()
                        .map(FinalWorld::withoutIds)
                        .sorted()
                        .toList(),
                objects(hosts.clusters()),
                files(home));
    }

    /** Identities that an infrastructure makes up. */
    private static String withoutIds(String text) {
        return text.replaceAll("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}", "ID")
                .replaceAll("(?<=-)[0-9a-f]{8,40}\\b", "ID")
                .replaceAll("127\\.[0-9.]+", "ADDRESS");
    }

    private static NavigableSet<String> objects(List<SimulatedCluster> clusters) {
        NavigableSet<String> names = new TreeSet<>();
        for (SimulatedCluster cluster : clusters) {
            try (KubernetesClient client =
                    new KubeConnector("looker").connect(Kubeconfig.parse(cluster.kubeconfig(), "the cluster"))) {
                KINDS.forEach(kind -> names.addAll(names(client, kind)));
            }
        }
        return names;
    }

    private static List<String> names(KubernetesClient client, ResourceDefinitionContext kind) {
        List<String> names = new ArrayList<>();
        for (GenericKubernetesResource object :
                client.genericKubernetesResources(kind).list().getItems()) {
            names.add("%s %s/%s%s"
                    .formatted(
                            kind.getKind(),
                            object.getMetadata().getNamespace(),
                            object.getMetadata().getName(),
                            address(object)));
        }
        return names;
    }

    /** Which address of its network something holds; every world has a network of its own. */
    private static String address(GenericKubernetesResource object) {
        return object.get("status", "startAddress") instanceof String address
                ? " at " + address.substring(address.lastIndexOf('.'))
                : "";
    }

    private static NavigableSet<String> files(Path home) {
        try (Stream<Path> all = Files.walk(home)) {
            NavigableSet<String> names = new TreeSet<>();
            all.filter(Files::isRegularFile)
                    .map(file -> home.relativize(file).toString())
                    .filter(name -> !name.endsWith(".torn.tmp") && !name.contains("support-"))
                    .forEach(names::add);
            return names;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ResourceDefinitionContext kind(
            String group, String version, String kind, String plural, boolean namespaced) {
        return new ResourceDefinitionContext.Builder()
                .withGroup(group)
                .withVersion(version)
                .withKind(kind)
                .withPlural(plural)
                .withNamespaced(namespaced)
                .build();
    }

    /** What is different from the world of a run that nobody disturbed. */
    List<String> differences(FinalWorld undisturbed) {
        List<String> differences = new ArrayList<>();
        compare("machines", machines, undisturbed.machines, differences);
        compare("belongings", belongings, undisturbed.belongings, differences);
        compare("objects", List.copyOf(objects), List.copyOf(undisturbed.objects), differences);
        compare("files", List.copyOf(files), List.copyOf(undisturbed.files), differences);
        return differences;
    }

    private static void compare(String what, List<String> now, List<String> before, List<String> differences) {
        List<String> more = new ArrayList<>(now);
        before.forEach(more::remove);
        List<String> less = new ArrayList<>(before);
        now.forEach(less::remove);
        if (!more.isEmpty() || !less.isEmpty()) {
            differences.add("%s: too many %s, missing %s".formatted(what, more, less));
        }
    }
}
