package dev.butlerlabs.core.backup;

import dev.butlerlabs.core.api.ClusterBootstrap;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.api.MachineRequest;
import dev.butlerlabs.core.backup.archive.BackupKey;
import dev.butlerlabs.core.backup.content.BackupCreator;
import dev.butlerlabs.core.backup.content.BackupManifest;
import dev.butlerlabs.core.backup.content.MachineSource;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.etcd.EtcdKeyValue;
import dev.butlerlabs.core.etcd.EtcdSnapshotWriter;
import dev.butlerlabs.core.kube.CustomResourceDefinitions;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** A small management cluster in memory with a tenant cluster, and machines that answer. */
public final class BackupFixture implements AutoCloseable {
    public static final BackupKey KEY = BackupKey.keyFile(new byte[32]);
    public static final Instant TIME = Instant.parse("2026-11-18T02:00:00Z");

    private static final String CLUSTER_CRD = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: clusters.cluster.x-k8s.io}
            spec:
              group: cluster.x-k8s.io
              scope: Namespaced
              names: {kind: Cluster, listKind: ClusterList, plural: clusters, singular: cluster}
              versions:
              - name: v1beta1
                served: true
                storage: true
                subresources: {status: {}}
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private final Optional<InMemoryKubernetes> kubernetes;
    private final KubernetesClient client;

    private BackupFixture(Optional<InMemoryKubernetes> kubernetes, KubernetesClient client) {
        this.kubernetes = kubernetes;
        this.client = client;
    }

    /** The objects of a platform in another API; the caller closes the client. */
    public static BackupFixture platform(KubernetesClient client, int tenants) {
        List<CustomResourceDefinition> definitions = new ArrayList<>(CustomResourceDefinitionFiles.all());
        definitions.add(definition());
        new CustomResourceDefinitions(client).ensure(definitions, Duration.ofMinutes(1));
        BackupFixture fixture = new BackupFixture(Optional.empty(), client);
        fixture.fill(tenants);
        return fixture;
    }

    /** An API without objects. */
    public static BackupFixture empty() {
        InMemoryKubernetes kubernetes =
                InMemoryKubernetes.open(Clock.fixed(TIME, ZoneOffset.UTC), new EffectLog(), List.of(definition()));
        return new BackupFixture(Optional.of(kubernetes), kubernetes.client());
    }

    private static CustomResourceDefinition definition() {
        return Serialization.unmarshal(CLUSTER_CRD, CustomResourceDefinition.class);
    }

    /** An API with the objects of a platform. */
    public static BackupFixture platform(int tenants) {
        BackupFixture fixture = empty();
        fixture.fill(tenants);
        return fixture;
    }

    public KubernetesClient client() {
        return client;
    }

    public InMemoryKubernetes kubernetes() {
        return kubernetes.orElseThrow();
    }

    private void fill(int tenants) {
        create("{apiVersion: v1, kind: Namespace, metadata: {name: butler-system, labels: {team: platform}}}");
        create("{apiVersion: v1, kind: Namespace, metadata: {name: other}}");
        secret("butler-system", "proxmox-credentials", "{}", "password", "hunter2");
        secret("butler-system", "unrelated", "{}", "x", "y");
        create(
                "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: ProviderConfig, metadata: {name: proxmox, namespace: butler-system},"
                        + " spec: {provider: proxmox, credentialsRef: {name: proxmox-credentials, namespace: butler-system},"
                        + " proxmox: {endpoint: 'https://10.0.0.1:8006', nodes: [pve], storage: local}}}");
        HasMetadata bootstrap = create(
                "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: ClusterBootstrap, metadata: {name: demo, namespace: butler-system},"
                        + " spec: {provider: proxmox, providerRef: {name: proxmox, namespace: butler-system}, cluster: {name: demo,"
                        + " controlPlane: {replicas: 1, cpu: 2, memoryMB: 4096, diskGB: 20}}, network: {podCIDR: 10.244.0.0/16, serviceCIDR: 10.96.0.0/12, vip: 10.0.0.9}, talos: {version: v1.14.1, schematic: abc}, addons: {}}}");
        String owned = "{name: %s, namespace: butler-system, ownerReferences: [" + owner(bootstrap) + "]}";
        HasMetadata machine = create(
                "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: MachineRequest, metadata: "
                        + owned.formatted("demo-cp-0")
                        + ", spec: {providerRef: {name: proxmox}, machineName: demo-cp-0, role: control-plane, cpu: 2, memoryMB: 4096, diskGB: 20}}");
        status(machine, Map.of("phase", "Running", "ipAddress", "10.0.0.5"));
        secret("butler-system", "demo-talos-secrets", owner(bootstrap), "secrets.yaml", "cluster: {secret: s3cret}");
        secret("butler-system", "demo-kubeconfig", owner(bootstrap), "kubeconfig", "kind: Config");
        for (int i = 0; i < tenants; i++) {
            tenant("tenant-" + i);
        }
    }

    private void tenant(String name) {
        create("{apiVersion: v1, kind: Namespace, metadata: {name: %s}}".formatted(name));
        create(
                "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: TenantCluster, metadata: {name: %s, namespace: butler-system}, spec: {kubernetesVersion: v1.36.6, providerConfigRef: {name: proxmox}, workers: {replicas: 1}, networking: {}}}"
                        .formatted(name));
        HasMetadata cluster = create(
                "{apiVersion: cluster.x-k8s.io/v1beta1, kind: Cluster, metadata: {name: %s, namespace: %s}, spec: {clusterNetwork: {pods: {cidrBlocks: [10.0.0.0/16]}}}}"
                        .formatted(name, name));
        status(cluster, Map.of("phase", "Provisioned"));
        secret(name, name + "-ca", owner(cluster), "tls.key", "private");
    }

    private HasMetadata create(String yaml) {
        GenericKubernetesResource object = Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
        return resource(object).create();
    }

    private Resource<GenericKubernetesResource> resource(GenericKubernetesResource object) {
        int slash = object.getApiVersion().indexOf('/');
        String kind = object.getKind().toLowerCase(Locale.ROOT);
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup(slash < 0 ? null : object.getApiVersion().substring(0, slash))
                .withVersion(object.getApiVersion().substring(slash + 1))
                .withKind(object.getKind())
                .withPlural(kind + "s")
                .withNamespaced(object.getMetadata().getNamespace() != null)
                .build();
        var resources = client().genericKubernetesResources(context);
        return object.getMetadata().getNamespace() == null
                ? resources.resource(object)
                : resources.inNamespace(object.getMetadata().getNamespace()).resource(object);
    }

    private void status(HasMetadata object, Map<String, Object> status) {
        GenericKubernetesResource copy =
                Serialization.unmarshal(Serialization.asJson(object), GenericKubernetesResource.class);
        copy.setAdditionalProperty("status", status);
        resource(copy).updateStatus();
    }

    private void secret(String namespace, String name, String owner, String key, String value) {
        String owners = owner.equals("{}") ? "" : ", ownerReferences: [" + owner + "]";
        create("{apiVersion: v1, kind: Secret, metadata: {name: %s, namespace: %s%s}, data: {%s: %s}}"
                .formatted(
                        name,
                        namespace,
                        owners,
                        key,
                        Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8))));
    }

    private static String owner(HasMetadata owner) {
        return "{apiVersion: %s, kind: %s, name: %s, uid: %s}"
                .formatted(
                        owner.getApiVersion(),
                        owner.getKind(),
                        owner.getMetadata().getName(),
                        owner.getMetadata().getUid());
    }

    public BackupManifest backup(Path file) {
        return creator(new Machines()).create(file, "demo", TIME, KEY);
    }

    public BackupCreator creator(MachineSource machines) {
        return new BackupCreator(
                client(),
                Optional.of(machines),
                true,
                new ProgressReporter(Progress.unseen(), Clock.systemUTC()),
                Clock.fixed(TIME, ZoneOffset.UTC),
                "1.0");
    }

    /** Lists objects without discovery. */
    public static List<GenericKubernetesResource> objects(KubernetesClient client, String version, String kind) {
        int slash = version.indexOf('/');
        ResourceDefinitionContext context = new ResourceDefinitionContext.Builder()
                .withGroup(version.substring(0, slash))
                .withVersion(version.substring(slash + 1))
                .withKind(kind)
                .withPlural(kind.toLowerCase(Locale.ROOT) + "s")
                .withNamespaced(true)
                .build();
        return client.genericKubernetesResources(context)
                .inAnyNamespace()
                .list()
                .getItems();
    }

    /** Machines whose etcd contains the objects of the API. */
    public class Machines implements MachineSource {
        @Override
        public List<String> addresses() {
            return List.of("10.0.0.5", "10.0.0.6");
        }

        @Override
        public String healthyControlPlane() {
            return "10.0.0.5";
        }

        @Override
        public void snapshot(String address, OutputStream target) {
            try {
                target.write(EtcdSnapshotWriter.write(100_000, keys()));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        protected List<EtcdKeyValue> keys() {
            List<EtcdKeyValue> keys = new ArrayList<>();
            add(
                    keys,
                    "configmaps",
                    client().configMaps().inAnyNamespace().list().getItems());
            add(
                    keys,
                    "butler.butlerlabs.dev/clusterbootstraps",
                    client().resources(ClusterBootstrap.class)
                            .inAnyNamespace()
                            .list()
                            .getItems());
            add(
                    keys,
                    "butler.butlerlabs.dev/machinerequests",
                    client().resources(MachineRequest.class)
                            .inAnyNamespace()
                            .list()
                            .getItems());
            add(
                    keys,
                    "butler.butlerlabs.dev/providerconfigs",
                    generic("butler.butlerlabs.dev/v1alpha1", "ProviderConfig"));
            add(
                    keys,
                    "butler.butlerlabs.dev/tenantclusters",
                    generic("butler.butlerlabs.dev/v1alpha1", "TenantCluster"));
            add(keys, "cluster.x-k8s.io/clusters", generic("cluster.x-k8s.io/v1beta1", "Cluster"));
            return keys;
        }

        private List<GenericKubernetesResource> generic(String version, String kind) {
            return objects(client(), version, kind);
        }

        private void add(List<EtcdKeyValue> keys, String prefix, List<? extends HasMetadata> objects) {
            for (HasMetadata object : objects) {
                long revision = Long.parseLong(object.getMetadata().getResourceVersion());
                keys.add(new EtcdKeyValue(
                        "/registry/%s/%s/%s"
                                .formatted(
                                        prefix,
                                        object.getMetadata().getNamespace(),
                                        object.getMetadata().getName()),
                        revision,
                        revision,
                        1,
                        Serialization.asJson(object).getBytes(StandardCharsets.UTF_8)));
            }
        }

        @Override
        public String configuration(String address) {
            if (address.equals("10.0.0.6")) {
                throw new ButlerException(ErrorCode.UNREACHABLE, "cannot connect to 10.0.0.6.");
            }
            return "machine: {}\n";
        }
    }

    @Override
    public void close() {
        kubernetes.ifPresent(InMemoryKubernetes::close);
    }
}
