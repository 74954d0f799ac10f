package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.Query;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.registry.Place;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.resource.Resource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.Optional;

/** A request for objects of a resource type. */
record ResourceRequest(ApiRequest http, Target target, Representation representation) {

    Resource resource() {
        return target.resource();
    }

    Subresource subresource() {
        return target.subresource();
    }

    String namespace() {
        return target.namespace();
    }

    Place place() {
        return target.place();
    }

    Query query() {
        return http.query();
    }

    /** Returns the options of a write by the field manager of the client. */
    WriteOptions writeOptions() {
        return new WriteOptions(Options.dryRun(query()), Optional.of(Options.manager(http)), subresource());
    }
}
