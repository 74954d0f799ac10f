package dev.butlerlabs.core.server.route;

import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.WebRequest;
import java.util.Map;
import java.util.Optional;

/** Checks the parameters of a request with the declaration of its route. Pure functions. */
final class ParameterCheck {
    private ParameterCheck() {}

    /** @throws ProblemException with status 400 for an unknown or malformed parameter, 422 for a missing one */
    static void require(Route route, WebRequest request) {
        for (Map.Entry<String, java.util.List<String>> sent : request.query().entrySet()) {
            RequestParameter known = route.parameters().stream()
                    .filter(parameter ->
                            parameter.in().equals("query") && parameter.name().equals(sent.getKey()))
                    .findFirst()
                    .orElseThrow(() -> malformed("Unknown parameter.", sent.getKey()));
            if (sent.getValue().size() > 1) {
                throw malformed("The parameter is given more than once.", sent.getKey());
            }
            requirePattern(known, sent.getValue().getFirst());
        }
        route.parameters().stream()
                .filter(RequestParameter::required)
                .forEach(parameter -> requirePresent(parameter, request));
    }

    private static void requirePresent(RequestParameter parameter, WebRequest request) {
        Optional<String> value =
                parameter.in().equals("query") ? request.parameter(parameter.name()) : request.header(parameter.name());
        if (value.isEmpty()) {
            throw ProblemException.of(
                    422,
                    "Missing parameter",
                    "The %s parameter %s is missing.".formatted(parameter.in(), parameter.name()));
        }
    }

    private static void requirePattern(RequestParameter parameter, String value) {
        if (!value.isEmpty() && !value.matches(parameter.pattern())) {
            throw malformed("The value must match " + parameter.pattern() + ".", parameter.name());
        }
    }

    private static ProblemException malformed(String why, String name) {
        String shown = name.length() > 64 ? name.substring(0, 64) : name;
        return ProblemException.of(400, "Malformed request", "Query parameter \"%s\": %s".formatted(shown, why));
    }
}
