package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.time.Clock;
import java.util.Locale;
import java.util.Set;

/** Passes requests to the handler if the client is an administrator or the path is public. */
record AuthenticatedHandler(ServerIdentity identity, Clock clock, ApiHandler inside) implements ApiHandler {
    /** Paths served without authentication, as in kube-apiserver. */
    private static final Set<String> PUBLIC = Set.of("healthz", "livez", "readyz", "version");

    @Override
    public ApiResponse handle(ApiRequest request) {
        authenticate(request, request.path().isEmpty() ? "" : request.path().getFirst());
        return inside.handle(request);
    }

    private void authenticate(ApiRequest request, String first) {
        String shown = request.headers().authorization();
        boolean anonymous = shown.isEmpty() && request.certificates().isEmpty();
        if ((anonymous && PUBLIC.contains(first)) || identity.accepts(shown)) {
            return;
        }
        RequestUser caller =
                identity.caller(request.certificates(), clock.instant()).orElseThrow(ApiException::unauthorized);
        if (!caller.isAdministrator() && !PUBLIC.contains(first)) {
            throw ApiException.forbiddenTo(
                    caller.user(), request.method().toLowerCase(Locale.ROOT), "/" + String.join("/", request.path()));
        }
    }
}
