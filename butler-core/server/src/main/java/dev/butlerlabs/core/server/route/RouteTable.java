package dev.butlerlabs.core.server.route;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** All routes. Immutable after it was built. */
public final class RouteTable {
    private final List<Route> routes;

    private RouteTable(List<Route> routes) {
        this.routes = routes.stream()
                .sorted(Comparator.comparingInt((Route route) -> -route.path().fixedSegments()))
                .toList();
    }

    /** Returns a table in the order of declaration. */
    public static RouteTable of(List<Route> routes) {
        return new RouteTable(routes);
    }

    public List<Route> routes() {
        return routes;
    }

    /** A route that matches a request. */
    public sealed interface Match {
        /** The route and the parameters of its path. */
        record Found(Route route, Map<String, String> parameters) implements Match {}

        /** The path exists, with other methods. */
        record OtherMethods(List<String> allowed) implements Match {
            public OtherMethods {
                allowed = List.copyOf(allowed);
            }
        }

        /** The path does not exist. */
        record None() implements Match {}
    }

    /** Finds the route of a request. */
    public Match match(String method, String path) {
        List<String> allowed = new ArrayList<>();
        for (Route route : routes) {
            Optional<Map<String, String>> parameters = route.path().match(path);
            if (parameters.isPresent() && answers(route, method)) {
                return new Match.Found(route, parameters.get());
            }
            parameters.ifPresent(_ -> allowed.add(route.method()));
        }
        return allowed.isEmpty() ? new Match.None() : new Match.OtherMethods(List.copyOf(new TreeSet<>(allowed)));
    }

    private static boolean answers(Route route, String method) {
        return route.method().equals(method) || (method.equals("HEAD") && route.isRead() && !route.isEndless());
    }
}
