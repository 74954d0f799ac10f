package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiRequest.Impersonation;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.identity.RequestUser;
import dev.butlerlabs.core.embedded.identity.ServerIdentity;
import dev.butlerlabs.core.embedded.rbac.RbacAuthorizer;
import dev.butlerlabs.core.embedded.rbac.RequestAttributes;
import dev.butlerlabs.core.embedded.rbac.ServiceAccountTokens;
import dev.butlerlabs.core.embedded.status.ApiException;
import java.time.Clock;
import java.util.HashSet;
import java.util.Set;

/** Passes requests to the handler if the path is public, or if the user is authenticated and allowed to send them. */
record AuthenticatedHandler(
        ServerIdentity identity, ServiceAccountTokens tokens, RbacAuthorizer authorizer, Clock clock, ApiHandler inside)
        implements ApiHandler {
    /** Paths served without authentication, as in kube-apiserver. */
    private static final Set<String> PUBLIC = Set.of("healthz", "livez", "readyz", "version");

    static AuthenticatedHandler of(ServerIdentity identity, Clock clock, EmbeddedApi api) {
        return new AuthenticatedHandler(identity, api.tokens(), new RbacAuthorizer(api.registry()), clock, api);
    }

    @Override
    public ApiResponse handle(ApiRequest request) {
        String first = request.path().isEmpty() ? "" : request.path().getFirst();
        String shown = request.headers().authorization();
        if (shown.isEmpty() && request.certificates().isEmpty() && PUBLIC.contains(first)) {
            return inside.handle(request);
        }
        RequestUser user = impersonated(request, authenticated(request, shown));
        authorizer.require(user, RequestAttributes.of(request));
        return inside.handle(request.as(user));
    }

    private RequestUser authenticated(ApiRequest request, String shown) {
        if (identity.accepts(shown)) {
            return RequestUser.ADMINISTRATOR;
        }
        return tokens.user(shown, clock.instant())
                .or(() ->
                        identity.caller(request.certificates(), clock.instant()).map(RequestUser::authenticated))
                .orElseThrow(ApiException::unauthorized);
    }

    private RequestUser impersonated(ApiRequest request, RequestUser user) {
        Impersonation wanted = request.headers().impersonation();
        if (wanted.equals(Impersonation.NONE)) {
            return user;
        }
        if (!wanted.others().isEmpty()) {
            throw ApiException.notSupported(
                    "impersonation with %s is not supported by the embedded API: use Impersonate-User and Impersonate-Group"
                            .formatted(String.join(", ", wanted.others())));
        }
        if (wanted.user().isEmpty()) {
            throw ApiException.internal("requested groups %s without impersonating a user".formatted(wanted.groups()));
        }
        authorizer.require(user, impersonation(wanted.user()));
        wanted.groups().forEach(group -> authorizer.require(user, impersonation("groups", "", group)));
        return RequestUser.impersonated(wanted.user(), new HashSet<>(wanted.groups()));
    }

    private static RequestAttributes impersonation(String user) {
        return RequestUser.accountOf(user)
                .map(account -> impersonation("serviceaccounts", account.namespace(), account.name()))
                .orElseGet(() -> impersonation("users", "", user));
    }

    private static RequestAttributes impersonation(String resource, String namespace, String name) {
        return new RequestAttributes("impersonate", "", resource, "", namespace, name, "");
    }
}
