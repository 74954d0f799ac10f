package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.rbac.EscalationGuard;
import dev.butlerlabs.core.embedded.rbac.RbacAuthorizer;
import dev.butlerlabs.core.embedded.rbac.ServiceAccountTokens;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.ObjectRegistry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.ResourceVerb;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Handles requests for objects: resolves the path and calls the handler of the verb. */
public final class ResourceHandler {
    private final ObjectRegistry registry;
    private final ReadHandler reading;
    private final ListHandler listing;
    private final WatchHandler watching;
    private final WriteHandler writing;
    private final PatchHandler patching;
    private final ApplyHandler applying;
    private final DeleteHandler deleting;
    private final TokenRequestHandler tokenRequests;
    private final EvictionHandler evictions;

    public ResourceHandler(ObjectRegistry registry, ServiceAccountTokens tokens, Clock clock) {
        this.registry = registry;
        ResponseRenderer presenter = new ResponseRenderer(clock);
        ListPager pages = new ListPager(registry);
        this.reading = new ReadHandler(registry, presenter);
        this.listing = new ListHandler(pages, presenter);
        this.watching = new WatchHandler(registry, presenter);
        RbacAuthorizer authorizer = new RbacAuthorizer(registry);
        this.writing = new WriteHandler(
                registry, presenter, new AccessReviewHandler(authorizer), new EscalationGuard(authorizer));
        this.patching = new PatchHandler(registry, writing, presenter);
        this.applying = new ApplyHandler(registry, writing, presenter, clock);
        this.deleting = new DeleteHandler(registry, pages, presenter);
        this.tokenRequests = new TokenRequestHandler(registry, tokens, clock);
        this.evictions = new EvictionHandler(registry);
    }

    /** Handles a request below a group version; empty if the path does not match a resource. */
    public Optional<ApiResponse> handle(ApiRequest request, GroupVersion groupVersion, List<String> path) {
        Optional<UnsupportedSubresource> unsupported = UnsupportedSubresource.of(groupVersion, path);
        if (unsupported.isPresent()) {
            throw unsupported.get().refusal();
        }
        Optional<ObjectKey> account = tokenRequests.account(groupVersion, path);
        if (account.isPresent()) {
            return Optional.of(tokenRequests.create(request, account.get()));
        }
        Optional<ObjectKey> pod = evictions.pod(groupVersion, path);
        if (pod.isPresent()) {
            return Optional.of(evictions.create(request, pod.get()));
        }
        return RequestTarget.find(registry.catalog(), groupVersion, path).map(target -> answer(request, target));
    }

    private ApiResponse answer(ApiRequest http, RequestTarget target) {
        ResourceRequest request = new ResourceRequest(
                http, target, Representation.negotiate(http.headers().accept()));
        if (!target.resource().deprecation().isEmpty()) {
            http.warn(target.resource().deprecation());
        }
        return switch (http.method()) {
            case "GET" -> read(request);
            case "POST" ->
                allowed(request, ResourceVerb.CREATE, target.isCollection()) ? writing.create(request) : refuse();
            case "PUT" ->
                allowed(request, ResourceVerb.UPDATE, isWritable(target)) ? writing.replace(request) : refuse();
            case "PATCH" -> allowed(request, ResourceVerb.PATCH, isWritable(target)) ? patch(request) : refuse();
            case "DELETE" -> delete(request);
            default -> refuse();
        };
    }

    /** Whether the target supports writes; a custom resource treats a write to its collection as a write without a name. */
    private static boolean isWritable(RequestTarget target) {
        return !target.isCollection() || target.resource().isCustom();
    }

    private ApiResponse read(ResourceRequest request) {
        boolean watch = request.target().legacyWatch() || request.query().flag("watch");
        if (watch && allowed(request, ResourceVerb.WATCH, true)) {
            return watching.watch(request);
        }
        if (request.target().isCollection()) {
            return allowed(request, ResourceVerb.LIST, true) ? listing.list(request) : refuse();
        }
        return allowed(request, ResourceVerb.GET, true) ? reading.get(request) : refuse();
    }

    private ApiResponse patch(ResourceRequest request) {
        boolean apply = request.http().headers().mediaType().equals(PatchFormat.APPLY);
        return apply ? applying.apply(request) : patching.patch(request);
    }

    private ApiResponse delete(ResourceRequest request) {
        if (!request.subresource().word().isEmpty()) {
            return refuse();
        }
        if (request.target().isCollection()) {
            boolean everywhere =
                    request.resource().namespaced() && request.namespace().isEmpty();
            return allowed(request, ResourceVerb.DELETE_COLLECTION, !everywhere)
                    ? deleting.deleteCollection(request)
                    : refuse();
        }
        return allowed(request, ResourceVerb.DELETE, true) ? deleting.delete(request) : refuse();
    }

    private static boolean allowed(ResourceRequest request, ResourceVerb verb, boolean fits) {
        return fits && request.resource().verbs().contains(verb);
    }

    private static ApiResponse refuse() {
        throw ApiException.methodNotAllowed();
    }
}
