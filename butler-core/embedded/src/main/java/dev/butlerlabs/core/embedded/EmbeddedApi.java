package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.json.JsonCodec;
import dev.butlerlabs.core.embedded.json.KubernetesObject;
import dev.butlerlabs.core.embedded.rbac.ServiceAccountTokens;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.resource.ResourceCatalog;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.store.Store;
import dev.butlerlabs.core.embedded.verb.ResourceHandler;
import java.security.SecureRandom;
import java.util.List;

/**
 * The Kubernetes API without a listener, authentication or garbage collection: handles requests on the calling thread. {@link
 * EmbeddedApiServer} adds the rest; tests call it directly. Thread-safe.
 */
public final class EmbeddedApi implements ApiHandler {
    private static final List<String> FIRST_NAMESPACES =
            List.of("default", "kube-system", "kube-public", "kube-node-lease");

    private final ObjectRegistry registry;
    private final RequestRouter router;
    private final ServiceAccountTokens tokens;

    private EmbeddedApi(ObjectRegistry registry, RequestRouter router, ServiceAccountTokens tokens) {
        this.registry = registry;
        this.router = router;
        this.tokens = tokens;
    }

    /** Serves the objects of a store. Creates the first namespaces and applies the CRDs of the options. */
    public static EmbeddedApi over(Store store, EmbeddedApiOptions options) {
        ObjectRegistry registry =
                new ObjectRegistry(store, new ResourceCatalog(options.clock()), options.clock(), new SecureRandom());
        createFirstNamespaces(registry);
        EmbeddedApiOptions.Definitions definitions = options.definitions();
        new PreinstalledCrds(registry, options.clock()).apply(definitions.documents(), definitions.manager());
        ServiceAccountTokens tokens = new ServiceAccountTokens(registry, new SecureRandom());
        ResourceHandler resources = new ResourceHandler(registry, tokens, options.clock());
        return new EmbeddedApi(registry, new RequestRouter(registry.catalog(), resources, options.version()), tokens);
    }

    private static void createFirstNamespaces(ObjectRegistry registry) {
        ServedResource namespaces = registry.catalog().namespaces();
        for (String name : FIRST_NAMESPACES) {
            if (registry.find(new ObjectKey(namespaces, "", name)).isEmpty()) {
                KubernetesObject namespace = new KubernetesObject(
                        JsonCodec.object().put("apiVersion", "v1").put("kind", "Namespace"));
                namespace.put("name", name);
                registry.create(namespaces, "", namespace, WriteOptions.internal());
            }
        }
    }

    @Override
    public ApiResponse handle(ApiRequest request) {
        return router.handle(request);
    }

    ServiceAccountTokens tokens() {
        return tokens;
    }

    ObjectRegistry registry() {
        return registry;
    }
}
