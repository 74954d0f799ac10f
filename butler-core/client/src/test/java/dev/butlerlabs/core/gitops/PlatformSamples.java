package dev.butlerlabs.core.gitops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.ServedTypeResolver;
import dev.butlerlabs.core.tenant.change.TenantDocument;
import dev.butlerlabs.core.tenant.change.TenantDocumentReader;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.List;
import java.util.Map;

/** Platforms with resources of every exported type, on the embedded API. */
final class PlatformSamples {
    /** What users write, and what servers, controllers and Flux add to it. */
    static final String PLATFORM = """
            apiVersion: v1
            kind: Namespace
            metadata: {name: butler-system, labels: {pod-security.kubernetes.io/enforce: restricted}}
            ---
            apiVersion: v1
            kind: Namespace
            metadata:
              name: blue
              labels: {app.kubernetes.io/managed-by: butler, butler.butlerlabs.dev/team: blue, other: x}
              annotations: {butler.butlerlabs.dev/owner-id: u-1}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: ButlerConfig
            metadata: {name: butler, annotations: {kubectl.kubernetes.io/last-applied-configuration: "{}"}}
            spec: {defaultAddonVersions: {fluxcd: 2.14.1}}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: ProviderConfig
            metadata: {name: rack, namespace: butler-system, labels: {kustomize.toolkit.fluxcd.io/name: butler}}
            spec:
              provider: proxmox
              credentialsRef: {name: rack-credentials}
              proxmox: {endpoint: "https://192.0.2.1:8006", nodes: [n1], storage: local}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: NetworkPool
            metadata: {name: lab, namespace: butler-system}
            spec: {cidr: 10.40.0.0/22}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: Team
            metadata: {name: blue, labels: {cost-center: "0042"}, annotations: {note: "yes"}}
            spec: {displayName: "Blue: on", access: {users: [{name: ann@example.com, role: admin}]}}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: User
            metadata: {name: ann}
            spec: {email: ann@example.com, displayName: "Ann Ä\\u2028"}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: AddonDefinition
            metadata: {name: shipped, labels: {butler.butlerlabs.dev/source: builtin}}
            spec:
              displayName: Mine
              description: Text
              category: other
              chart: {repository: "https://charts.example", name: mine, defaultVersion: 1.0.0}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: AddonDefinition
            metadata: {name: mine}
            spec:
              displayName: Mine
              description: Text
              category: other
              chart: {repository: "https://charts.example", name: mine, defaultVersion: 1.0.0}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantCluster
            metadata: {name: demo, namespace: blue}
            spec:
              kubernetesVersion: v1.31.0
              workers: {replicas: 2}
              addons:
                cni: {version: 1.17.0, values: {a: {b: [1, "x", true, 0.5], "10": ten}}}
                gitops:
                  provider: fluxcd
                  repository: {url: "https://git.example/demo", secretRef: {name: demo-git}}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantAddon
            metadata: {name: demo-mine, namespace: blue, annotations: {butler.butlerlabs.dev/values-secret: demo-values}}
            spec: {clusterRef: {name: demo}, addon: mine, version: 1.0.0}
            ---
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: TenantAddon
            metadata:
              name: demo-cilium
              namespace: blue
              ownerReferences:
                - {apiVersion: butler.butlerlabs.dev/v1alpha1, kind: TenantCluster, name: demo, uid: u-2, controller: true}
            spec: {clusterRef: {name: demo}, addon: cilium, version: 1.17.0}
            """;

    private PlatformSamples() {}

    /** Starts an empty API with the resources of Butler. */
    static EmbeddedApiServer start() {
        return EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
                .withDefinitions(new EmbeddedApiOptions.Definitions("butler", CustomResourceDefinitionFiles.texts())));
    }

    static KubernetesClient connect(EmbeddedApiServer server) {
        return new KubeConnector("test").connect(Kubeconfig.parse(server.kubeconfig(), "test"));
    }

    static List<Map<String, Object>> documents(String yaml) {
        TenantDocumentReader.Reading reading = TenantDocumentReader.read("sample", yaml);
        assertThat(reading.problems()).isEmpty();
        return reading.documents().stream().map(TenantDocument::tree).toList();
    }

    /** Applies objects as Flux does: namespaces first, with server-side apply and force. */
    static void apply(KubernetesClient client, String manager, List<Map<String, Object>> objects) {
        objects.stream()
                .filter(object -> object.get("kind").equals("Namespace"))
                .forEach(object -> applyOne(client, manager, object));
        objects.stream()
                .filter(object -> !object.get("kind").equals("Namespace"))
                .forEach(object -> applyOne(client, manager, object));
    }

    private static void applyOne(KubernetesClient client, String manager, Map<String, Object> tree) {
        new ServedTypeResolver(client)
                .resource(UntypedTree.of(tree))
                .patch(new PatchContext.Builder()
                        .withPatchType(PatchType.SERVER_SIDE_APPLY)
                        .withFieldManager(manager)
                        .withForce(true)
                        .build());
    }
}
