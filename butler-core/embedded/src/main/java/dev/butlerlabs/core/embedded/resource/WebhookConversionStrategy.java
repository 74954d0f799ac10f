package dev.butlerlabs.core.embedded.resource;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Converts custom resources between a served version and other versions through the conversion webhook of their CRD. Thread-safe. */
final class WebhookConversionStrategy implements ResourceStrategy {
    private final ConversionWebhookClient webhook;
    private final GroupVersion served;
    private final GroupVersion storage;
    private final ResourceSchema storageSchema;

    WebhookConversionStrategy(
            ConversionWebhookClient webhook, GroupVersion served, GroupVersion storage, ResourceSchema storageSchema) {
        this.webhook = webhook;
        this.served = served;
        this.storage = storage;
        this.storageSchema = storageSchema;
    }

    @Override
    public void fromStorage(ObjectNode object) {
        convert(object, served);
    }

    @Override
    public void toStorage(ObjectNode object) {
        convert(object, storage);
        storageSchema.prune(object);
    }

    private void convert(ObjectNode object, GroupVersion version) {
        if (!object.path("apiVersion").asText("").equals(version.apiVersion())) {
            ObjectNode converted = webhook.convert(object, version.apiVersion());
            object.removeAll();
            object.setAll(converted);
        }
    }
}
