package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.api.ApiGroup;
import dev.butlerlabs.core.api.Labels;
import dev.butlerlabs.core.api.ProviderConfig;
import dev.butlerlabs.core.api.Team;
import dev.butlerlabs.core.kube.ObjectSerialization;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Requests by which a user could get more permissions, by the names that docs/security.md gives them. */
final class EscalationAttempts {
    static final String TEAM = "payments";
    static final String OTHER = "billing";

    private static final String RBAC = "rbac.authorization.k8s.io";

    private EscalationAttempts() {}

    static Map<String, Consumer<KubernetesClient>> all() {
        Map<String, Consumer<KubernetesClient>> attempts = new LinkedHashMap<>();
        changesOfTeams(attempts);
        newTeams(attempts);
        references(attempts);
        changesOfThePlatform(attempts);
        identities(attempts);
        return attempts;
    }

    private static GenericKubernetesResource inEnvironment(String environment) {
        GenericKubernetesResource cluster =
                object("TenantCluster", TEAM, "web", "kubernetesVersion: v1.31.4, workers: {replicas: 1}");
        cluster.getMetadata().setLabels(Map.of(Labels.ENVIRONMENT, environment));
        return cluster;
    }

    private static void changesOfTeams(Map<String, Consumer<KubernetesClient>> attempts) {
        attempts.put(
                "make oneself an administrator of the team",
                client -> patch(
                        client,
                        "teams/" + TEAM,
                        "{\"spec\":{\"access\":{\"users\":[{\"name\":\"bob\",\"role\":\"admin\"}]}}}"));
        attempts.put(
                "raise the limits of the team",
                client -> patch(client, "teams/" + TEAM, "{\"spec\":{\"resourceLimits\":{\"maxClusters\":500}}}"));
        attempts.put(
                "remove the limits of the team",
                client -> patch(client, "teams/" + TEAM, "{\"spec\":{\"resourceLimits\":null}}"));
        attempts.put(
                "change the default ProviderConfig of the team",
                client ->
                        patch(client, "teams/" + TEAM, "{\"spec\":{\"providerConfigRef\":{\"name\":\"expensive\"}}}"));
        attempts.put(
                "install an addon that the team must not use",
                client -> create(
                        client,
                        "TenantAddon",
                        TEAM,
                        "miner",
                        "clusterRef: {name: demo}, addon: miner, version: 1.0.0"));
        attempts.put(
                "remove the finalizer of the team",
                client -> patch(client, "teams/" + TEAM, "{\"metadata\":{\"finalizers\":null}}"));
        attempts.put(
                "add everyone to the team",
                client -> patch(
                        client,
                        "teams/" + TEAM,
                        "{\"spec\":{\"access\":{\"groups\":[{\"name\":\"system:authenticated\"}]}}}"));
        attempts.put(
                "change another team",
                client -> patch(
                        client,
                        "teams/" + OTHER,
                        "{\"spec\":{\"access\":{\"users\":[{\"name\":\"alice\",\"role\":\"admin\"}]}}}"));
        attempts.put(
                "give the team another namespace",
                client -> patch(client, "teams/" + TEAM + "/status", "{\"status\":{\"namespace\":\"kube-system\"}}"));
        attempts.put(
                "delete the team",
                client -> client.resources(Team.class).withName(TEAM).delete());
    }

    private static void newTeams(Map<String, Consumer<KubernetesClient>> attempts) {
        attempts.put(
                "create a team with the name kube-system", client -> create(client, "Team", null, "kube-system", ""));
        attempts.put("adopt a namespace of others", client -> create(client, "Team", null, "monitoring", ""));
        attempts.put(
                "create a team with limits of one's choice",
                client -> create(client, "Team", null, "rich", "resourceLimits: {maxClusters: 500}"));
    }

    private static void references(Map<String, Consumer<KubernetesClient>> attempts) {
        attempts.put(
                "use the ProviderConfig of another team",
                client -> cluster(client, "providerConfigRef: {name: prism, namespace: %s}".formatted(OTHER)));
        attempts.put(
                "use the Secret of another namespace",
                client -> create(
                        client,
                        "ProviderConfig",
                        TEAM,
                        "thief",
                        "provider: nutanix, credentialsRef: {name: prism, namespace: butler-system},"
                                + " nutanix: {endpoint: \"https://127.0.0.1:1\", clusterUUID: c, subnetUUID: s}"));
        attempts.put(
                "use the Docker engine of the platform",
                client -> create(client, "ProviderConfig", TEAM, "docker", "provider: local, local: {}"));
        attempts.put(
                "create a cluster for another team", client -> cluster(client, "teamRef: {name: %s}".formatted(OTHER)));
        attempts.put(
                "create a cluster in another environment of the team",
                client -> client.resource(inEnvironment("production")).dryRun().create());
        attempts.put(
                "create a cluster without an environment",
                client -> create(
                        client, "TenantCluster", TEAM, "web", "kubernetesVersion: v1.31.4, workers: {replicas: 1}"));
        attempts.put(
                "install an addon in the clusters of all environments",
                client -> create(
                        client,
                        "TenantAddon",
                        TEAM,
                        "agent",
                        "clusterRef: {name: demo}, addon: agent, version: 1.0.0"));
        attempts.put(
                "change the rules of environments",
                client -> client.configMaps()
                        .inNamespace(TEAM)
                        .withName("butler-environments")
                        .delete());
        attempts.put("create a cluster in the name of another user", client -> {
            GenericKubernetesResource cluster =
                    object("TenantCluster", TEAM, "web", "kubernetesVersion: v1.31.4, workers: {replicas: 1}");
            cluster.getMetadata().setAnnotations(Map.of(ApiGroup.NAME + "/creator-email", "carol@example.com"));
            client.resource(cluster).create();
        });
        attempts.put(
                "change the cluster of another team",
                client -> patch(
                        client,
                        "namespaces/" + OTHER + "/tenantclusters/web",
                        "{\"spec\":{\"workers\":{\"replicas\":9}}}"));
        attempts.put(
                "read the ProviderConfigs of another team",
                client -> client.resources(ProviderConfig.class)
                        .inNamespace(OTHER)
                        .list());
    }

    private static void changesOfThePlatform(Map<String, Consumer<KubernetesClient>> attempts) {
        attempts.put(
                "edit the quota",
                client -> patchCore(
                        client,
                        "namespaces/" + TEAM + "/resourcequotas/butler-team",
                        "{\"spec\":{\"hard\":{\"count/tenantclusters.butler.butlerlabs.dev\":\"500\"}}}"));
        attempts.put(
                "change the labels of the namespace",
                client -> patchCore(
                        client,
                        "namespaces/" + TEAM,
                        "{\"metadata\":{\"labels\":{\"butler.butlerlabs.dev/team\":null}}}"));
        attempts.put(
                "create a namespace",
                client -> client.resource(new NamespaceBuilder()
                                .withNewMetadata()
                                .withName("mine")
                                .endMetadata()
                                .build())
                        .create());
        attempts.put(
                "edit the webhook",
                client -> send(
                        client,
                        "apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/butler-webhook",
                        "{\"webhooks\":[]}"));
        attempts.put(
                "delete the webhook",
                client -> client.genericKubernetesResources(
                                "admissionregistration.k8s.io/v1", "ValidatingWebhookConfiguration")
                        .withName("butler-webhook")
                        .delete());
        attempts.put(
                "delete the policy",
                client -> client.genericKubernetesResources(
                                "admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicyBinding")
                        .withName("butler-teams")
                        .delete());
        attempts.put(
                "read the key of the webhook",
                client -> client.secrets()
                        .inNamespace("butler-system")
                        .withName("butler-webhook-tls")
                        .get());
    }

    private static void identities(Map<String, Consumer<KubernetesClient>> attempts) {
        attempts.put("impersonate an administrator", EscalationAttempts::impersonate);
        attempts.put(
                "read Secrets", client -> client.secrets().inNamespace(TEAM).list());
        attempts.put(
                "bind oneself to another role",
                client -> client.resource(new RoleBindingBuilder()
                                .withNewMetadata()
                                .withNamespace(TEAM)
                                .withName("mine")
                                .endMetadata()
                                .withNewRoleRef(RBAC, "ClusterRole", "cluster-admin")
                                .addNewSubject(RBAC, "User", "alice", null)
                                .build())
                        .create());
        attempts.put(
                "get the token of a service account",
                client -> client.raw(
                        "/api/v1/namespaces/%s/serviceaccounts/default/token".formatted(TEAM),
                        "POST",
                        "{\"apiVersion\":\"authentication.k8s.io/v1\",\"kind\":\"TokenRequest\",\"spec\":{}}"));
        attempts.put(
                "get the token of a service account through a Secret",
                client -> client.resource(new SecretBuilder()
                                .withNewMetadata()
                                .withNamespace(TEAM)
                                .withName("token")
                                .addToAnnotations("kubernetes.io/service-account.name", "default")
                                .endMetadata()
                                .withType("kubernetes.io/service-account-token")
                                .build())
                        .create());
        attempts.put(
                "open a shell in a pod",
                client -> client.raw(
                        "/api/v1/namespaces/%s/pods/web/exec?command=sh&stdout=true".formatted(TEAM), "POST", "{}"));
        attempts.put(
                "take the e-mail address of another user",
                client -> patch(client, "users/ada", "{\"spec\":{\"email\":\"alice@example.com\"}}"));
        attempts.put(
                "make oneself a platform administrator",
                client -> patch(client, "users/ada", "{\"spec\":{\"isPlatformAdmin\":true}}"));
    }

    private static void impersonate(KubernetesClient client) {
        try (KubernetesClient other = new KubernetesClientBuilder()
                .withConfig(new ConfigBuilder(client.getConfiguration())
                        .withImpersonateUsername("root")
                        .withImpersonateGroups("system:masters")
                        .build())
                .build()) {
            other.namespaces().list();
        }
    }

    private static void patch(KubernetesClient client, String object, String patch) {
        send(client, "apis/%s/v1alpha1/%s".formatted(ApiGroup.NAME, object), patch);
    }

    private static void patchCore(KubernetesClient client, String object, String patch) {
        send(client, "api/v1/" + object, patch);
    }

    /** Sends a merge patch without reading the object first, as the methods of the client do. */
    static void send(KubernetesClient client, String path, String patch) {
        HttpRequest request = client.getHttpClient()
                .newHttpRequestBuilder()
                .uri(client.getMasterUrl() + path)
                .method("PATCH", "application/merge-patch+json", patch)
                .build();
        HttpResponse<String> response =
                client.getHttpClient().sendAsync(request, String.class).join();
        if (!response.isSuccessful()) {
            Status status = ObjectSerialization.plain().unmarshal(response.body(), Status.class);
            throw new KubernetesClientException(status.getMessage(), response.code(), status);
        }
    }

    private static void cluster(KubernetesClient client, String spec) {
        create(client, "TenantCluster", TEAM, "web", "kubernetesVersion: v1.31.4, workers: {replicas: 1}, " + spec);
    }

    private static void create(KubernetesClient client, String kind, String namespace, String name, String spec) {
        client.resource(object(kind, namespace, name, spec)).create();
    }

    static GenericKubernetesResource object(String kind, String namespace, String name, String spec) {
        GenericKubernetesResource object = ObjectSerialization.plain()
                .unmarshal("""
                        apiVersion: %s/v1alpha1
                        kind: %s
                        metadata: {name: %s}
                        spec: {%s}
                        """.formatted(ApiGroup.NAME, kind, name, spec), GenericKubernetesResource.class);
        object.getMetadata().setNamespace(namespace);
        return object;
    }
}
