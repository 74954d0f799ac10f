package dev.butlerlabs.core.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.core.api.CustomResourceDefinitionFiles;
import dev.butlerlabs.core.embedded.EmbeddedApiOptions;
import dev.butlerlabs.core.embedded.EmbeddedApiServer;
import dev.butlerlabs.core.embedded.RequestInterceptor;
import dev.butlerlabs.core.kube.KubeConnector;
import dev.butlerlabs.core.kube.Kubeconfig;
import dev.butlerlabs.core.kube.UserClients;
import dev.butlerlabs.core.tree.UntypedTree;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An embedded Kubernetes API with Butler's CRDs, and consoles in front of it. */
final class ConsoleTestBed implements AutoCloseable {
    static final ObjectMapper JSON = new ObjectMapper();

    private final AtomicInteger requests = new AtomicInteger();
    final EmbeddedApiServer api = EmbeddedApiServer.start(EmbeddedApiOptions.inMemory()
            .withGate(_ -> {
                requests.incrementAndGet();
                return RequestInterceptor.Verdict.PASS;
            })
            .withDefinitions(new EmbeddedApiOptions.Definitions("test", CustomResourceDefinitionFiles.texts())));
    final KubernetesClient admin = new KubeConnector("test").connect(Kubeconfig.parse(api.kubeconfig(), "test"));

    /** Returns how many requests the Kubernetes API received. */
    int requests() {
        return requests.get();
    }

    /** Starts a console on the own machine for the administrator. */
    ConsoleServer loopback() {
        return loopback(admin, settings -> settings);
    }

    /** Starts a console for a user of the API. */
    ConsoleServer loopback(KubernetesClient client, UnaryOperator<ConsoleSettings> change) {
        return ConsoleServer.start(
                change.apply(ConsoleSettings.loopback(0, new ConsoleMode.Loopback(client, Optional.empty()), "test")));
    }

    /** Returns the token of the administrator. */
    String token() {
        return UntypedTree.of(Kubeconfig.parse(api.kubeconfig(), "test").tree())
                .items("users")
                .getFirst()
                .text("user.token")
                .orElseThrow();
    }

    /** Returns a client that acts as a user of the API. */
    KubernetesClient as(String user, String... groups) {
        return UserClients.impersonating(admin, user, List.of(groups));
    }

    void namespace(String name) {
        admin.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .build())
                .create();
    }

    static PolicyRule rule(String group, List<String> resources, String... verbs) {
        return new PolicyRuleBuilder()
                .withApiGroups(group)
                .withResources(resources)
                .withVerbs(verbs)
                .build();
    }

    /** Gives a user permissions in all namespaces. */
    void grant(String user, PolicyRule... rules) {
        admin.resource(new ClusterRoleBuilder()
                        .withNewMetadata()
                        .withName(user)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .create();
        admin.resource(new ClusterRoleBindingBuilder()
                        .withNewMetadata()
                        .withName(user)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", user)
                        .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                        .build())
                .create();
    }

    /** Gives a user permissions in a namespace. */
    void grantIn(String namespace, String user, PolicyRule... rules) {
        admin.resource(new RoleBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(user)
                        .endMetadata()
                        .withRules(rules)
                        .build())
                .create();
        admin.resource(new RoleBindingBuilder()
                        .withNewMetadata()
                        .withNamespace(namespace)
                        .withName(user)
                        .endMetadata()
                        .withNewRoleRef("rbac.authorization.k8s.io", "Role", user)
                        .addNewSubject("rbac.authorization.k8s.io", "User", user, null)
                        .build())
                .create();
    }

    /** Creates an object in a namespace from YAML or JSON. */
    GenericKubernetesResource create(String yaml) {
        GenericKubernetesResource object =
                admin.getKubernetesSerialization().unmarshal(yaml, GenericKubernetesResource.class);
        ResourceDefinitionContext kind = new ResourceDefinitionContext.Builder()
                .withGroup(
                        object.getApiVersion().contains("/")
                                ? object.getApiVersion().split("/", 2)[0]
                                : "")
                .withVersion(object.getApiVersion().replaceFirst(".*/", ""))
                .withKind(object.getKind())
                .withPlural(object.getKind().toLowerCase(Locale.ROOT) + "s")
                .withNamespaced(true)
                .build();
        return admin.genericKubernetesResources(kind)
                .inNamespace(object.getMetadata().getNamespace())
                .resource(object)
                .create();
    }

    /** Changes the status of an object of Butler. */
    void patchStatus(String kind, String namespace, String name, String status) {
        admin.genericKubernetesResources("butler.butlerlabs.dev/v1alpha1", kind)
                .inNamespace(namespace)
                .withName(name)
                .subresource("status")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"status\": " + status + "}");
    }

    static String cluster(String namespace, String name) {
        return """
                {"apiVersion": "butler.butlerlabs.dev/v1alpha1", "kind": "TenantCluster",
                 "metadata": {"namespace": "%s", "name": "%s"},
                 "spec": {"kubernetesVersion": "v1.34.1", "workers": {"replicas": 2}}}
                """.formatted(namespace, name);
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        admin.close();
        api.close();
    }
}
