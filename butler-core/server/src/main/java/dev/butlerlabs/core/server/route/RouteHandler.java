package dev.butlerlabs.core.server.route;

/** Performs the request of a route. Called concurrently. */
@FunctionalInterface
public interface RouteHandler {
    /**
     * Performs a request.
     *
     * @return a record, which is sent as JSON with the status of the route; or a complete {@link
     *     dev.butlerlabs.core.server.http.WebResponse}
     */
    Object handle(ApiCall call);
}
