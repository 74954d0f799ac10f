package dev.butlerlabs.adm.controllers;

import dev.butlerlabs.core.api.Namespaces;
import dev.butlerlabs.core.kube.ObjectSerialization;
import dev.butlerlabs.core.testing.ProjectRoot;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The objects of the chart in {@code manifests/chart/butler} with default values, as helm renders them. */
final class ControllersManifest {
    private static final Path CASES =
            ProjectRoot.find().resolve("butler-core/controllers/src/test/resources/controllers-chart");
    /** The account of the controllers and the restrictions of it. */
    private static final Set<String> ACCOUNT = Set.of(
            "ServiceAccount",
            "Role",
            "RoleBinding",
            "ClusterRole",
            "ClusterRoleBinding",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding");

    private ControllersManifest() {}

    static List<GenericKubernetesResource> objects() throws IOException {
        return objects("default");
    }

    private static List<GenericKubernetesResource> objects(String values) throws IOException {
        Path file = CASES.resolve(values).resolve("rendered.yaml");
        return Arrays.stream(Files.readString(file).split("(?m)^---$", -1))
                .filter(document -> document.contains("kind:"))
                .map(document -> ObjectSerialization.plain().unmarshal(document, GenericKubernetesResource.class))
                .toList();
    }

    static void apply(KubernetesClient operator) throws IOException {
        operator.resource(new NamespaceBuilder()
                        .withNewMetadata()
                        .withName(Namespaces.SYSTEM)
                        .endMetadata()
                        .build())
                .create();
        create(operator, object -> ACCOUNT.contains(object.getKind()) && isServed(operator, object));
    }

    /** Creates what the value {@code backups.enabled} adds to the account. */
    static void applyBackups(KubernetesClient operator) throws IOException {
        for (GenericKubernetesResource object : objects("every-option")) {
            if (object.getMetadata().getName().equals("butler-controllers-backups")) {
                operator.genericKubernetesResources(type(object))
                        .resource(object)
                        .create();
            }
        }
    }

    /** Replaces the Role for the namespace of the platform by that with the value {@code shards}. */
    static void applyShards(KubernetesClient operator) throws IOException {
        for (GenericKubernetesResource object : objects("every-option")) {
            if (object.getKind().equals("Role")
                    && object.getMetadata().getName().equals("butler-controllers")) {
                operator.genericKubernetesResources(type(object))
                        .resource(object)
                        .update();
            }
        }
    }

    /** Creates the configuration of the webhook. Its service does not exist, so that tenant clusters of teams are rejected. */
    static void applyWebhook(KubernetesClient operator) throws IOException {
        create(operator, object -> object.getKind().equals("ValidatingWebhookConfiguration"));
    }

    /** Creates the configuration of the webhook with the URL of a server on this machine. */
    static void applyWebhook(KubernetesClient operator, String server) throws IOException {
        for (GenericKubernetesResource object : objects()) {
            if (object.getKind().equals("ValidatingWebhookConfiguration")) {
                List<Map<String, Object>> webhooks = object.get("webhooks");
                webhooks.forEach(webhook -> webhook.put("clientConfig", Map.of("url", server + path(webhook))));
                operator.genericKubernetesResources(type(object))
                        .resource(object)
                        .create();
            }
        }
    }

    private static String path(Map<String, Object> webhook) {
        return webhook.get("clientConfig") instanceof Map<?, ?> config
                        && config.get("service") instanceof Map<?, ?> service
                ? String.valueOf(service.get("path"))
                : "/validate";
    }

    private static void create(KubernetesClient operator, Predicate<GenericKubernetesResource> which)
            throws IOException {
        for (GenericKubernetesResource object : objects()) {
            if (which.test(object)) {
                operator.genericKubernetesResources(type(object))
                        .resource(object)
                        .create();
            }
        }
    }

    private static ResourceDefinitionContext type(GenericKubernetesResource object) {
        String version = object.getApiVersion();
        int slash = version.indexOf('/');
        String name = object.getKind().toLowerCase(Locale.ROOT);
        return new ResourceDefinitionContext.Builder()
                .withGroup(slash < 0 ? "" : version.substring(0, slash))
                .withVersion(version.substring(slash + 1))
                .withKind(object.getKind())
                .withPlural(name.endsWith("y") ? name.replaceFirst("y$", "ies") : name + "s")
                .withNamespaced(object.getMetadata().getNamespace() != null)
                .build();
    }

    /** The embedded API has no admission policies. */
    private static boolean isServed(KubernetesClient operator, GenericKubernetesResource object) {
        return !object.getKind().startsWith("ValidatingAdmission")
                || operator.getApiResources(object.getApiVersion()).getResources().stream()
                        .anyMatch(resource -> resource.getKind().equals(object.getKind()));
    }

    static Deployment deployment() throws IOException {
        return objects().stream()
                .filter(object -> object.getKind().equals("Deployment"))
                .map(object -> ObjectSerialization.plain().convertValue(object, Deployment.class))
                .findFirst()
                .orElseThrow();
    }

    /** The rules of the roles, by kind and name. */
    static Map<String, List<PolicyRule>> rulesByRole() throws IOException {
        return objects().stream()
                .filter(object -> object.getKind().endsWith("Role"))
                .collect(Collectors.toMap(
                        object -> object.getKind() + " " + object.getMetadata().getName(),
                        object -> ObjectSerialization.plain()
                                .convertValue(object, ClusterRole.class)
                                .getRules()));
    }
}
