package dev.butlerlabs.core.embedded.verb;

import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.QueryParameters;
import dev.butlerlabs.core.embedded.http.Representation;
import dev.butlerlabs.core.embedded.registry.ObjectKey;
import dev.butlerlabs.core.embedded.registry.WriteOptions;
import dev.butlerlabs.core.embedded.resource.ServedResource;
import dev.butlerlabs.core.embedded.resource.Subresource;
import java.util.Optional;

/** A request for objects of a resource type. */
record ResourceRequest(ApiRequest http, RequestTarget target, Representation representation) {

    ServedResource resource() {
        return target.resource();
    }

    Subresource subresource() {
        return target.subresource();
    }

    String namespace() {
        return target.namespace();
    }

    ObjectKey place() {
        return target.place();
    }

    QueryParameters query() {
        return http.query();
    }

    /** Returns the options of a write by the field manager of the client. */
    WriteOptions writeOptions() {
        return new WriteOptions(
                RequestOptions.dryRun(query()), Optional.of(RequestOptions.manager(http)), subresource());
    }
}
