package dev.butlerlabs.core.backup;

import dev.butlerlabs.core.backup.content.ApiTypeReader;
import dev.butlerlabs.core.backup.content.ObjectPage;
import dev.butlerlabs.core.backup.content.ResourceType;
import dev.butlerlabs.core.backup.content.TenantBackupCreator;
import dev.butlerlabs.core.backup.content.TenantContent;
import dev.butlerlabs.core.backup.content.TenantSource;
import dev.butlerlabs.core.embedded.testing.EffectLog;
import dev.butlerlabs.core.embedded.testing.InMemoryKubernetes;
import dev.butlerlabs.core.kube.ObjectName;
import dev.butlerlabs.core.progress.Progress;
import dev.butlerlabs.core.progress.ProgressReporter;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The content of a tenant cluster with workloads, custom resources, volumes and an addon. */
final class TenantFixture {
    static final ObjectName TENANT = new ObjectName("payments", "web");

    /** What the control plane, nodes and controllers of a cluster create. */
    private static final String CLUSTER = """
            {apiVersion: v1, kind: Node, metadata: {name: worker-1}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: kube-root-ca.crt, namespace: apps}, data: {ca.crt: old}}
            ---
            {apiVersion: v1, kind: Secret, metadata: {name: bootstrap-token-abcdef, namespace: kube-system}, type: bootstrap.kubernetes.io/token, data: {token-id: YWJjZGVm}}
            ---
            {apiVersion: v1, kind: Endpoints, metadata: {name: web, namespace: apps}}
            """;

    /** What users create. */
    private static final String OBJECTS = """
            {apiVersion: v1, kind: Namespace, metadata: {name: apps, labels: {stage: prod}}}
            ---
            {apiVersion: v1, kind: Namespace, metadata: {name: empty}}
            ---
            {apiVersion: v1, kind: ServiceAccount, metadata: {name: default, namespace: apps}, imagePullSecrets: [{name: registry}]}
            ---
            {apiVersion: v1, kind: ServiceAccount, metadata: {name: builder, namespace: apps}, secrets: [{name: builder-token}]}
            ---
            {apiVersion: v1, kind: Secret, metadata: {name: registry, namespace: apps}, data: {password: aHVudGVyMg==}}
            ---
            {apiVersion: v1, kind: Secret, metadata: {name: builder-token, namespace: apps, annotations: {kubernetes.io/service-account.name: builder, kubernetes.io/service-account.uid: old}}, type: kubernetes.io/service-account-token, data: {token: b2xk}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: settings, namespace: apps}, data: {color: blue}}
            ---
            {apiVersion: v1, kind: PersistentVolume, metadata: {name: pvc-1}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], csi: {driver: disk.example.com, volumeHandle: vol-1}, claimRef: {namespace: apps, name: data, uid: old}}}
            ---
            {apiVersion: v1, kind: PersistentVolume, metadata: {name: local-1}, spec: {capacity: {storage: 1Gi}, accessModes: [ReadWriteOnce], hostPath: {path: /data}}}
            ---
            {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: data, namespace: apps, annotations: {pv.kubernetes.io/bind-completed: "yes"}}, spec: {accessModes: [ReadWriteOnce], volumeName: pvc-1, resources: {requests: {storage: 1Gi}}}}
            ---
            {apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: scratch, namespace: apps}, spec: {accessModes: [ReadWriteOnce], volumeName: local-1, resources: {requests: {storage: 1Gi}}}}
            ---
            {apiVersion: v1, kind: Service, metadata: {name: web, namespace: apps}, spec: {type: LoadBalancer, clusterIP: 10.96.7.7, clusterIPs: [10.96.7.7], selector: {app: web}, ports: [{port: 80, nodePort: 30080}]}}
            ---
            {apiVersion: v1, kind: Service, metadata: {name: headless, namespace: apps}, spec: {clusterIP: None, clusterIPs: [None], selector: {app: web}, ports: [{port: 80}]}}
            ---
            {apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: apps, annotations: {deployment.kubernetes.io/revision: "7"}}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web:1}]}}}}
            ---
            {apiVersion: v1, kind: Pod, metadata: {name: alone, namespace: apps}, spec: {nodeName: worker-1, volumes: [{name: kube-api-access-x1, emptyDir: {}}, {name: data, emptyDir: {}}], containers: [{name: one, image: one:1, volumeMounts: [{name: kube-api-access-x1, mountPath: /token}, {name: data, mountPath: /data}]}]}}
            ---
            {apiVersion: batch/v1, kind: Job, metadata: {name: migrate, namespace: apps}, spec: {template: {metadata: {labels: {batch.kubernetes.io/controller-uid: old, app: migrate}}, spec: {restartPolicy: Never, containers: [{name: one, image: one:1}]}}, selector: {matchLabels: {batch.kubernetes.io/controller-uid: old}}}}
            ---
            {apiVersion: batch/v1, kind: Job, metadata: {name: done, namespace: apps}, spec: {template: {spec: {restartPolicy: Never, containers: [{name: one, image: one:1}]}}}}
            ---
            {apiVersion: v1, kind: ConfigMap, metadata: {name: addon-settings, namespace: apps, annotations: {meta.helm.sh/release-name: redis, meta.helm.sh/release-namespace: redis}}, data: {a: b}}
            ---
            {apiVersion: v1, kind: Namespace, metadata: {name: butler-access}}
            ---
            {apiVersion: v1, kind: ServiceAccount, metadata: {name: alice, namespace: butler-access}}
            ---
            {apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRoleBinding, metadata: {name: granted, labels: {butler.butlerlabs.dev/access: "true"}}, roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view}}
            ---
            {apiVersion: admissionregistration.k8s.io/v1, kind: ValidatingWebhookConfiguration, metadata: {name: guard}, webhooks: []}
            """;

    private static final String DEFINITION = """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: widgets.example.com}
            spec:
              group: example.com
              scope: Namespaced
              names: {kind: Widget, listKind: WidgetList, plural: widgets, singular: widget}
              versions:
              - name: v1
                served: true
                storage: true
                subresources: {status: {}}
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """;

    private TenantFixture() {}

    /** An empty API that serves the custom resources of the fixture. */
    static InMemoryKubernetes withDefinition() {
        return InMemoryKubernetes.open(
                Clock.fixed(BackupFixture.TIME, ZoneOffset.UTC),
                new EffectLog(),
                List.of(Serialization.unmarshal(DEFINITION, CustomResourceDefinition.class)));
    }

    /** Fills a real API, which assigns addresses and selectors itself. */
    static void fillReal(KubernetesClient client) {
        fill(
                client,
                OBJECTS.replace("clusterIP: 10.96.7.7, clusterIPs: [10.96.7.7], ", "")
                        .replace("batch.kubernetes.io/controller-uid: old, app: migrate", "app: migrate")
                        .replace(", selector: {matchLabels: {batch.kubernetes.io/controller-uid: old}}", ""));
    }

    static void fill(KubernetesClient client) {
        fill(client, OBJECTS);
    }

    private static void fill(KubernetesClient client, String objects) {
        if (client.apiextensions()
                        .v1()
                        .customResourceDefinitions()
                        .withName("widgets.example.com")
                        .get()
                == null) {
            create(client, DEFINITION);
        }
        for (String yaml : (objects + "---\n" + CLUSTER).split("---\n", -1)) {
            create(client, yaml);
        }
        GenericKubernetesResource widget = create(
                client,
                "{apiVersion: example.com/v1, kind: Widget, metadata: {name: one, namespace: apps, finalizers: [example.com/kept]}, spec: {size: 3}}");
        widget.setAdditionalProperty("status", Map.of("phase", "Grown"));
        resource(client, widget).updateStatus();
        GenericKubernetesResource job = resource(
                        client, parse("{apiVersion: batch/v1, kind: Job, metadata: {name: done, namespace: apps}}"))
                .get();
        job.setAdditionalProperty(
                "status",
                Map.of(
                        "startTime",
                        "2026-11-18T01:00:00Z",
                        "completionTime",
                        "2026-11-18T01:01:00Z",
                        "conditions",
                        List.of(condition("SuccessCriteriaMet"), condition("Complete"))));
        resource(client, job).updateStatus();
        create(
                client,
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: widget-state, namespace: apps, ownerReferences: [%s]}, data: {size: '3'}}"
                        .formatted(owner(widget, false)));
        GenericKubernetesResource deployment = resource(
                        client,
                        parse("{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, namespace: apps}}"))
                .get();
        GenericKubernetesResource replicas = create(
                client,
                "{apiVersion: apps/v1, kind: ReplicaSet, metadata: {name: web-1, namespace: apps, ownerReferences: [%s]}, spec: {replicas: 3, selector: {matchLabels: {app: web}}, template: {metadata: {labels: {app: web}}, spec: {containers: [{name: web, image: web:1}]}}}}"
                        .formatted(owner(deployment, true)));
        GenericKubernetesResource pod = create(
                client,
                "{apiVersion: v1, kind: Pod, metadata: {name: web-1-x, namespace: apps, ownerReferences: [%s]}, spec: {containers: [{name: web, image: web:1}]}}"
                        .formatted(owner(replicas, true)));
        create(
                client,
                "{apiVersion: example.com/v1, kind: Widget, metadata: {name: of-pod, namespace: apps, ownerReferences: [%s]}, spec: {size: 1}}"
                        .formatted(owner(pod, false)));
    }

    private static Map<String, String> condition(String type) {
        return Map.of("type", type, "status", "True", "lastTransitionTime", "2026-11-18T01:01:00Z");
    }

    static GenericKubernetesResource create(KubernetesClient client, String yaml) {
        GenericKubernetesResource object = parse(yaml);
        return resource(client, object).create();
    }

    private static GenericKubernetesResource parse(String yaml) {
        return Serialization.unmarshal("---\n" + yaml, GenericKubernetesResource.class);
    }

    private static Resource<GenericKubernetesResource> resource(
            KubernetesClient client, GenericKubernetesResource object) {
        var resources = client.genericKubernetesResources(
                type(client, object.getApiVersion(), object.getKind()).context());
        String namespace = object.getMetadata().getNamespace();
        return namespace == null
                ? resources.resource(object)
                : resources.inNamespace(namespace).resource(object);
    }

    private static ResourceType type(KubernetesClient client, String apiVersion, String kind) {
        return new ApiTypeReader(client)
                .read().stream()
                        .filter(type -> type.apiVersion().equals(apiVersion)
                                && type.kind().equals(kind))
                        .findFirst()
                        .orElseThrow();
    }

    private static String owner(GenericKubernetesResource owner, boolean isController) {
        return "{apiVersion: %s, kind: %s, name: %s, uid: %s, controller: %s}"
                .formatted(
                        owner.getApiVersion(),
                        owner.getKind(),
                        owner.getMetadata().getName(),
                        owner.getMetadata().getUid(),
                        isController);
    }

    static TenantContent backup(KubernetesClient client, Path file) {
        return new TenantBackupCreator(source(TENANT, client), silent(), "1.0")
                .create(file, BackupFixture.TIME, BackupFixture.KEY);
    }

    static TenantSource source(ObjectName name, KubernetesClient client) {
        return new TenantSource() {
            @Override
            public ObjectName name() {
                return name;
            }

            @Override
            public KubernetesClient connect() {
                return kept(client);
            }

            @Override
            public List<ObjectPage> managementObjects() {
                return List.of();
            }

            @Override
            public List<String> releases() {
                return List.of("redis/redis");
            }
        };
    }

    /** A client that its user does not close. */
    private static KubernetesClient kept(KubernetesClient client) {
        return (KubernetesClient) Proxy.newProxyInstance(
                TenantFixture.class.getClassLoader(),
                new Class<?>[] {KubernetesClient.class},
                (_, method, arguments) -> method.getName().equals("close") ? null : method.invoke(client, arguments));
    }

    static ProgressReporter silent() {
        return new ProgressReporter(Progress.unseen(), Clock.systemUTC());
    }

    /** Everything in an API by kind and name, without what the server assigns. */
    static Map<String, String> state(InMemoryKubernetes api) {
        Map<String, String> state = new TreeMap<>();
        api.objects().forEach((key, value) -> state.put(key, value.toString()));
        return state;
    }
}
