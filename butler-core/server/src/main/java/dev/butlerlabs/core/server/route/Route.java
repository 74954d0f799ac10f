package dev.butlerlabs.core.server.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * One route of the API: what it accepts, what it returns, and who performs it. Immutable; the methods that change a part return a copy.
 *
 * @param operation the unique name of the operation
 * @param tag the group in the documentation
 * @param access who may call it
 * @param body the type of the request body; empty if there is none
 * @param status the status of a success
 * @param result the type of the response; empty if it has no JSON
 * @param contentType of the response, if it is not JSON
 * @param others further statuses that this route returns, in addition to those that all routes of its form return
 */
public record Route(
        String method,
        PathTemplate path,
        String operation,
        String tag,
        String summary,
        Access access,
        List<RequestParameter> parameters,
        Optional<Class<? extends Record>> body,
        int status,
        Optional<Class<? extends Record>> result,
        Optional<String> contentType,
        Set<Integer> others,
        RouteHandler handler) {
    /** Who may call a route. */
    public enum Access {
        /** Everyone who reaches the server. */
        PUBLIC,
        /** A browser with a session. */
        SESSION
    }

    public Route {
        Objects.requireNonNull(method, "method");
        Objects.requireNonNull(path, "path");
        parameters = List.copyOf(parameters);
        others = Set.copyOf(others);
    }

    private static final int OK = 200;

    /** Declares a route that returns JSON and requires a session. */
    public static Route of(
            String method, String path, String operation, String tag, String summary, RouteHandler handler) {
        return new Route(
                method,
                PathTemplate.parse(path),
                operation,
                tag,
                summary,
                Access.SESSION,
                List.of(),
                Optional.empty(),
                OK,
                Optional.empty(),
                Optional.empty(),
                Set.of(),
                handler);
    }

    /** Returns the route for everyone who reaches the server. */
    public Route open() {
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                Access.PUBLIC,
                parameters,
                body,
                status,
                result,
                contentType,
                others,
                handler);
    }

    /** Returns the route with a JSON body. */
    public Route accepts(Class<? extends Record> type) {
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                access,
                parameters,
                Optional.of(type),
                status,
                result,
                contentType,
                others,
                handler);
    }

    /** Returns the route with a JSON response. */
    public Route returns(Class<? extends Record> type) {
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                access,
                parameters,
                body,
                status,
                Optional.of(type),
                contentType,
                others,
                handler);
    }

    /** Returns the route with a response of another type. */
    public Route sends(String type) {
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                access,
                parameters,
                body,
                status,
                result,
                Optional.of(type),
                others,
                handler);
    }

    /** Returns the route with another status of success. */
    public Route status(int code) {
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                access,
                parameters,
                body,
                code,
                result,
                contentType,
                others,
                handler);
    }

    /** Returns the route with further statuses. */
    public Route also(int... codes) {
        Set<Integer> all = new TreeSet<>(others);
        for (int code : codes) {
            all.add(code);
        }
        return new Route(
                method,
                path,
                operation,
                tag,
                summary,
                access,
                parameters,
                body,
                status,
                result,
                contentType,
                all,
                handler);
    }

    /** Returns the route with a parameter. */
    public Route with(RequestParameter parameter) {
        List<RequestParameter> all = new ArrayList<>(parameters);
        all.add(parameter);
        return new Route(
                method, path, operation, tag, summary, access, all, body, status, result, contentType, others, handler);
    }

    boolean isRead() {
        return method.equals("GET");
    }

    /** Returns whether the response ends only with the session. */
    boolean isEndless() {
        return contentType.filter("text/event-stream"::equals).isPresent();
    }

    /** Returns every status that a client can receive. */
    public Set<Integer> statuses() {
        Set<Integer> all = new TreeSet<>(others);
        all.add(status);
        // A foreign Host or Origin, and a rate limit.
        all.addAll(List.of(400, 403, 429));
        if (access == Access.SESSION) {
            // A resource that is not installed is 404, a stored object that cannot be decoded 422.
            all.addAll(List.of(401, 404, 422, 502, 503, 504));
        }
        if (body.isPresent()) {
            all.addAll(List.of(413, 415, 422));
        }
        if (access == Access.SESSION && !isRead()) {
            all.add(409);
        }
        return all;
    }
}
