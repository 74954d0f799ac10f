package dev.butlerlabs.sim.azure;

import dev.butlerlabs.sim.http.HttpApiRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The object of a request: {@code /subscriptions/s/resourceGroups/g/providers/Namespace/type/name/…}. Names are compared without
 * case.
 *
 * @param group resource group; empty for requests about the subscription
 * @param type namespace and types, such as {@code microsoft.network/loadbalancers}
 * @param names names that belong to the types
 */
record ArmTarget(String subscription, String group, String type, List<String> names, Map<String, String> query) {
    private static final String PROVIDERS = "providers";

    ArmTarget {
        names = List.copyOf(names);
        query = Map.copyOf(query);
    }

    /** Parses a request; empty if it is not one about resources. */
    static Optional<ArmTarget> of(HttpApiRequest request) {
        return of(
                request.path(),
                EntraEndpoint.form(
                        Optional.ofNullable(request.uri().getRawQuery()).orElse("")));
    }

    static Optional<ArmTarget> of(String path, Map<String, String> query) {
        List<String> segments = new ArrayList<>(List.of(path.split("/", -1)));
        if (segments.size() < 4 || !segments.get(1).equalsIgnoreCase("subscriptions")) {
            return Optional.empty();
        }
        String subscription = segments.get(2);
        List<String> rest = segments.subList(3, segments.size());
        String group = "";
        if (rest.size() > 2 && rest.getFirst().equalsIgnoreCase("resourceGroups")) {
            group = rest.get(1);
            rest = rest.subList(2, rest.size());
        }
        if (rest.size() < 3 || !rest.getFirst().equalsIgnoreCase(PROVIDERS)) {
            return Optional.empty();
        }
        StringBuilder type = new StringBuilder(rest.get(1));
        List<String> names = new ArrayList<>();
        for (int i = 2; i < rest.size(); i++) {
            if (i % 2 == 0) {
                type.append('/').append(rest.get(i));
            } else {
                names.add(rest.get(i));
            }
        }
        return Optional.of(new ArmTarget(subscription, group, type.toString().toLowerCase(Locale.ROOT), names, query));
    }

    /** Returns whether the target is a list: every type but the last one has a name. */
    boolean isList() {
        return names.size() < type.split("/", -1).length - 1;
    }

    String name() {
        return names.isEmpty() ? "" : names.getLast();
    }
}
