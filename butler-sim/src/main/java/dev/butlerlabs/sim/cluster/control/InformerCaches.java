package dev.butlerlabs.sim.cluster.control;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
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
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.Informable;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.net.HttpURLConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;

/** Informers for the resource types that the controllers read. */
final class InformerCaches implements AutoCloseable {
    private final KubernetesClient client;
    private final List<SharedIndexInformer<?>> informers = new CopyOnWriteArrayList<>();
    private final List<CompletionStage<Void>> starts = new ArrayList<>();
    private final IdentityHashMap<ResourceDefinitionContext, CachedResources<GenericKubernetesResource>> custom =
            new IdentityHashMap<>();
    private final Runnable changed;

    private final CachedResources<Namespace> namespaces;
    private final CachedResources<ServiceAccount> serviceAccounts;
    private final CachedResources<ConfigMap> rootCertificates;
    private final CachedResources<Node> nodes;
    private final CachedResources<Pod> pods;
    private final CachedResources<Deployment> deployments;
    private final CachedResources<ReplicaSet> replicaSets;
    private final CachedResources<DaemonSet> daemonSets;
    private final CachedResources<StatefulSet> statefulSets;
    private final CachedResources<Job> jobs;
    private final CachedResources<Service> services;

    InformerCaches(KubernetesClient client, Runnable changed) {
        this.client = client;
        this.changed = changed;
        namespaces = watch(client.namespaces());
        serviceAccounts = watch(client.serviceAccounts().inAnyNamespace());
        rootCertificates = watch(
                client.configMaps().inAnyNamespace().withField("metadata.name", NamespaceController.ROOT_CERTIFICATE));
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

    private <T extends HasMetadata> CachedResources<T> watch(Informable<T> objects) {
        SharedIndexInformer<T> informer = objects.runnableInformer(0);
        informer.addEventHandler(new ChangeNotifier<>(changed));
        informers.add(informer);
        starts.add(informer.start());
        return new CachedResources<>(informer);
    }

    /** Watches the objects of a custom resource from now on, unless its type is not served. For one thread. */
    boolean watchCustom(ResourceDefinitionContext type) {
        if (!custom.containsKey(type) && isServed(type)) {
            custom.put(type, watch(client.genericKubernetesResources(type).inAnyNamespace()));
            starts.getLast().toCompletableFuture().join();
        }
        return custom.containsKey(type);
    }

    private boolean isServed(ResourceDefinitionContext type) {
        try {
            client.genericKubernetesResources(type)
                    .inAnyNamespace()
                    .list(new ListOptionsBuilder().withLimit(1L).build());
            return true;
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_NOT_FOUND) {
                return false;
            }
            throw e;
        }
    }

    /** Returns the objects of a custom resource; empty if they are not watched. */
    Optional<CachedResources<GenericKubernetesResource>> custom(ResourceDefinitionContext type) {
        return Optional.ofNullable(custom.get(type));
    }

    CachedResources<Namespace> namespaces() {
        return namespaces;
    }

    CachedResources<ServiceAccount> serviceAccounts() {
        return serviceAccounts;
    }

    CachedResources<ConfigMap> rootCertificates() {
        return rootCertificates;
    }

    CachedResources<Node> nodes() {
        return nodes;
    }

    CachedResources<Pod> pods() {
        return pods;
    }

    CachedResources<Deployment> deployments() {
        return deployments;
    }

    CachedResources<ReplicaSet> replicaSets() {
        return replicaSets;
    }

    CachedResources<DaemonSet> daemonSets() {
        return daemonSets;
    }

    CachedResources<StatefulSet> statefulSets() {
        return statefulSets;
    }

    CachedResources<Job> jobs() {
        return jobs;
    }

    CachedResources<Service> services() {
        return services;
    }

    @Override
    public void close() {
        informers.forEach(SharedIndexInformer::stop);
    }

    private record ChangeNotifier<T>(Runnable changed) implements ResourceEventHandler<T> {
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
