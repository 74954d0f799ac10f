package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** Informers for the resource types that the controllers read. */
final class Caches implements AutoCloseable {
    private final List<SharedIndexInformer<?>> informers = new ArrayList<>();
    private final List<CompletionStage<Void>> starts = new ArrayList<>();
    private final Runnable changed;

    private final Kind<Namespace> namespaces;
    private final Kind<ServiceAccount> serviceAccounts;
    private final Kind<ConfigMap> rootCertificates;
    private final Kind<Node> nodes;
    private final Kind<Pod> pods;
    private final Kind<Deployment> deployments;
    private final Kind<ReplicaSet> replicaSets;
    private final Kind<DaemonSet> daemonSets;
    private final Kind<StatefulSet> statefulSets;
    private final Kind<Job> jobs;
    private final Kind<Service> services;

    Caches(KubernetesClient client, Runnable changed) {
        this.changed = changed;
        namespaces = watch(client.namespaces());
        serviceAccounts = watch(client.serviceAccounts().inAnyNamespace());
        rootCertificates =
                watch(client.configMaps().inAnyNamespace().withField("metadata.name", Namespaces.ROOT_CERTIFICATE));
        nodes = watch(client.nodes());
        pods = watch(client.pods().inAnyNamespace());
        deployments = watch(client.apps().deployments().inAnyNamespace());
        replicaSets = watch(client.apps().replicaSets().inAnyNamespace());
        daemonSets = watch(client.apps().daemonSets().inAnyNamespace());
        statefulSets = watch(client.apps().statefulSets().inAnyNamespace());
        jobs = watch(client.batch().v1().jobs().inAnyNamespace());
        services = watch(client.services().inAnyNamespace());
        starts.forEach(start -> start.toCompletableFuture().join());
    }

    private <T extends HasMetadata> Kind<T> watch(Informable<T> objects) {
        SharedIndexInformer<T> informer = objects.runnableInformer(0);
        informer.addEventHandler(new Bell<>(changed));
        informers.add(informer);
        starts.add(informer.start());
        return new Kind<>(informer);
    }

    Kind<Namespace> namespaces() {
        return namespaces;
    }

    Kind<ServiceAccount> serviceAccounts() {
        return serviceAccounts;
    }

    Kind<ConfigMap> rootCertificates() {
        return rootCertificates;
    }

    Kind<Node> nodes() {
        return nodes;
    }

    Kind<Pod> pods() {
        return pods;
    }

    Kind<Deployment> deployments() {
        return deployments;
    }

    Kind<ReplicaSet> replicaSets() {
        return replicaSets;
    }

    Kind<DaemonSet> daemonSets() {
        return daemonSets;
    }

    Kind<StatefulSet> statefulSets() {
        return statefulSets;
    }

    Kind<Job> jobs() {
        return jobs;
    }

    Kind<Service> services() {
        return services;
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }

    private record Bell<T>(Runnable changed) implements ResourceEventHandler<T> {
        @Override
        public void onAdd(T object) {
            changed.run();
        }

        @Override
        public void onUpdate(T old, T object) {
            changed.run();
        }

        @Override
        public void onDelete(T object, boolean unknown) {
            changed.run();
        }
    }
}
