package dev.butlerlabs.core.backup.content;

import dev.butlerlabs.core.kube.KubeErrorMapper;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.ListOptions;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.util.List;

/**
 * Lists objects in pages, all at the resource version of the first list. The server keeps old versions for some minutes only; after that,
 * the current objects are listed, and {@link #isConsistent} is false. Not thread-safe.
 */
public final class ObjectLister {
    private static final long PAGE = 100;

    private final KubernetesClient client;
    private String version = "";
    private boolean isConsistent = true;

    /** Receives the objects of a page. */
    @FunctionalInterface
    public interface PageVisitor {
        void page(List<GenericKubernetesResource> objects) throws IOException;
    }

    public ObjectLister(KubernetesClient client) {
        this.client = client;
    }

    String resourceVersion() {
        return version;
    }

    boolean isConsistent() {
        return isConsistent;
    }

    /** Visits all objects of a resource by namespace and name. */
    public void visit(ResourceType type, PageVisitor visitor) throws IOException {
        String next = "";
        do {
            GenericKubernetesResourceList page = page(type, next);
            if (version.isEmpty()) {
                version = page.getMetadata().getResourceVersion();
            }
            page.getItems().forEach(object -> identify(type, object));
            if (!page.getItems().isEmpty()) {
                visitor.page(page.getItems());
            }
            next = page.getMetadata().getContinue();
        } while (next != null && !next.isEmpty());
    }

    /** Items of lists may omit their type. */
    private static void identify(ResourceType type, GenericKubernetesResource object) {
        object.setApiVersion(type.apiVersion());
        object.setKind(type.kind());
        object.getMetadata().setManagedFields(null);
    }

    private GenericKubernetesResourceList page(ResourceType type, String next) {
        try {
            return request(type, options(next));
        } catch (KubernetesClientException e) {
            if (e.getCode() == HttpURLConnection.HTTP_GONE && next.isEmpty() && isConsistent && !version.isEmpty()) {
                isConsistent = false;
                return page(type, next);
            }
            throw KubeErrorMapper.translate("listing " + type.name(), e);
        }
    }

    private ListOptions options(String next) {
        ListOptionsBuilder options = new ListOptionsBuilder().withLimit(PAGE);
        if (!next.isEmpty()) {
            options.withContinue(next);
        } else if (!version.isEmpty() && isConsistent) {
            options.withResourceVersion(version).withResourceVersionMatch("Exact");
        }
        return options.build();
    }

    private GenericKubernetesResourceList request(ResourceType type, ListOptions options) {
        var resources = client.genericKubernetesResources(type.context());
        return type.isNamespaced() ? resources.inAnyNamespace().list(options) : resources.list(options);
    }
}
