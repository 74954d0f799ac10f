package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.registry.Registry;
import dev.butlerlabs.core.embedded.resource.GroupVersion;
import dev.butlerlabs.core.embedded.resource.Verb;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;

/** Handles requests for objects: resolves the path and calls the handler of the verb. */
public final class ResourceHandler {
    private final Registry registry;
    private final Reading reading;
    private final Listing listing;
    private final Watching watching;
    private final Writing writing;
    private final Patching patching;
    private final Applying applying;
    private final Deleting deleting;

    public ResourceHandler(Registry registry, Clock clock) {
        this.registry = registry;
        Presenter presenter = new Presenter(clock);
        Pages pages = new Pages(registry);
        this.reading = new Reading(registry, presenter);
        this.listing = new Listing(pages, presenter);
        this.watching = new Watching(registry, presenter);
        this.writing = new Writing(registry, presenter);
        this.patching = new Patching(registry, writing, presenter);
        this.applying = new Applying(registry, writing, presenter, clock);
        this.deleting = new Deleting(registry, pages, presenter);
    }

    /** Handles a request below a group version; empty if the path does not match a resource. */
    public Optional<Answer> handle(ApiRequest request, GroupVersion groupVersion, List<String> path) {
        Optional<UnsupportedSubresource> unsupported = UnsupportedSubresource.of(groupVersion, path);
        if (unsupported.isPresent()) {
            throw unsupported.get().refusal();
        }
        return Target.find(registry.catalog(), groupVersion, path).map(target -> answer(request, target));
    }

    private Answer answer(ApiRequest http, Target target) {
        ResourceRequest request = new ResourceRequest(
                http, target, Representation.negotiate(http.headers().accept()));
        if (!target.resource().deprecation().isEmpty()) {
            http.warn(target.resource().deprecation());
        }
        return switch (http.method()) {
            case "GET" -> read(request);
            case "POST" -> allowed(request, Verb.CREATE, target.isCollection()) ? writing.create(request) : refuse();
            case "PUT" -> allowed(request, Verb.UPDATE, isWritable(target)) ? writing.replace(request) : refuse();
            case "PATCH" -> allowed(request, Verb.PATCH, isWritable(target)) ? patch(request) : refuse();
            case "DELETE" -> delete(request);
            default -> refuse();
        };
    }

    /** Whether the target supports writes; a custom resource treats a write to its collection as a write without a name. */
    private static boolean isWritable(Target target) {
        return !target.isCollection() || target.resource().isCustom();
    }

    private Answer read(ResourceRequest request) {
        boolean watch = request.target().legacyWatch() || request.query().flag("watch");
        if (watch && allowed(request, Verb.WATCH, true)) {
            return watching.watch(request);
        }
        if (request.target().isCollection()) {
            return allowed(request, Verb.LIST, true) ? listing.list(request) : refuse();
        }
        return allowed(request, Verb.GET, true) ? reading.get(request) : refuse();
    }

    private Answer patch(ResourceRequest request) {
        boolean apply = request.http().headers().mediaType().equals(PatchLanguage.APPLY);
        return apply ? applying.apply(request) : patching.patch(request);
    }

    private Answer delete(ResourceRequest request) {
        if (!request.subresource().word().isEmpty()) {
            return refuse();
        }
        if (request.target().isCollection()) {
            boolean everywhere =
                    request.resource().namespaced() && request.namespace().isEmpty();
            return allowed(request, Verb.DELETE_COLLECTION, !everywhere)
                    ? deleting.deleteCollection(request)
                    : refuse();
        }
        return allowed(request, Verb.DELETE, true) ? deleting.delete(request) : refuse();
    }

    private static boolean allowed(ResourceRequest request, Verb verb, boolean fits) {
        return fits && request.resource().verbs().contains(verb);
    }

    private static Answer refuse() {
        throw ApiException.methodNotAllowed();
    }
}
