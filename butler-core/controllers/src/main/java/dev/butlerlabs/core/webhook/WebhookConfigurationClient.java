package dev.butlerlabs.core.webhook;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Publishes the authorities of the webhook in the ValidatingWebhookConfiguration of the chart; changes no other field. */
final class WebhookConfigurationClient {
    static final String NAME = "butler-webhook";

    private static final ResourceDefinitionContext TYPE = new ResourceDefinitionContext.Builder()
            .withGroup("admissionregistration.k8s.io")
            .withVersion("v1")
            .withKind("ValidatingWebhookConfiguration")
            .withPlural("validatingwebhookconfigurations")
            .withNamespaced(false)
            .build();

    private final KubernetesClient client;

    WebhookConfigurationClient(KubernetesClient client) {
        this.client = client;
    }

    /**
     * A webhook of the configuration.
     *
     * @param bundle the trusted authorities in PEM; empty if none are set
     */
    record Webhook(int index, String name, String bundle) {}

    /** Returns the webhooks; none if the chart is installed without them. */
    List<Webhook> read() {
        Optional<GenericKubernetesResource> found = Optional.ofNullable(KubeErrorMapper.translating(
                "reading ValidatingWebhookConfiguration " + NAME,
                () -> resource().get()));
        List<Webhook> webhooks = new ArrayList<>();
        List<?> entries = found.map(configuration -> configuration.<List<?>>get("webhooks"))
                .orElse(List.of());
        for (Object entry : entries) {
            webhooks.add(webhook(webhooks.size(), (Map<?, ?>) entry));
        }
        return webhooks;
    }

    private static Webhook webhook(int index, Map<?, ?> entry) {
        Object bundle = entry.get("clientConfig") instanceof Map<?, ?> config ? config.get("caBundle") : null;
        return new Webhook(index, String.valueOf(entry.get("name")), bundle == null ? "" : decode(bundle.toString()));
    }

    private static String decode(String base64) {
        return new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
    }

    /** Sets the bundle of all webhooks that have another one. Fails if the webhooks were reordered since they were read. */
    void publish(String bundle, List<Webhook> webhooks) {
        List<Map<String, Object>> operations = operations(bundle, webhooks);
        if (!operations.isEmpty()) {
            KubeErrorMapper.translating(
                    "setting the caBundle of ValidatingWebhookConfiguration " + NAME,
                    () -> resource()
                            .patch(
                                    PatchContext.of(PatchType.JSON),
                                    client.getKubernetesSerialization().asJson(operations)));
        }
    }

    /** Returns a JSON Patch. */
    static List<Map<String, Object>> operations(String bundle, List<Webhook> webhooks) {
        String encoded = Base64.getEncoder().encodeToString(bundle.getBytes(StandardCharsets.US_ASCII));
        List<Map<String, Object>> operations = new ArrayList<>();
        for (Webhook webhook : webhooks) {
            if (!webhook.bundle().equals(bundle)) {
                String path = "/webhooks/" + webhook.index();
                operations.add(Map.of("op", "test", "path", path + "/name", "value", webhook.name()));
                operations.add(Map.of("op", "add", "path", path + "/clientConfig/caBundle", "value", encoded));
            }
        }
        return operations;
    }

    private Resource<GenericKubernetesResource> resource() {
        return client.genericKubernetesResources(TYPE).withName(NAME);
    }
}
