package dev.butlerlabs.core.server.route;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.server.http.ProblemDocument;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.RequestRateLimiter;
import dev.butlerlabs.core.server.http.WebRequest;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.json.RecordJsonReader;
import dev.butlerlabs.core.server.json.RecordJsonWriter;
import dev.butlerlabs.core.server.session.RandomText;
import dev.butlerlabs.core.server.session.Session;
import dev.butlerlabs.core.server.session.SessionCookie;
import dev.butlerlabs.core.server.session.SessionRepository;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Dispatches requests under {@code /api} to their routes, after the checks that all of them share: rate limits, the session, the CSRF token,
 * parameters and the body. Thread-safe.
 */
public final class ApiDispatcher {
    public static final String CSRF_HEADER = "X-Butler-CSRF";

    private static final int BODY_LIMIT = 1024 * 1024;

    private final RouteTable routes;
    private final SessionRepository sessions;
    private final SessionCookie cookie;
    private final RequestRateLimiter sessionLimit;
    private final RequestRateLimiter addressLimit;
    private final Clock clock;

    /**
     * @param sessionLimit of requests with a session
     * @param addressLimit of requests without one
     */
    public ApiDispatcher(
            RouteTable routes,
            SessionRepository sessions,
            SessionCookie cookie,
            RequestRateLimiter sessionLimit,
            RequestRateLimiter addressLimit,
            Clock clock) {
        this.routes = routes;
        this.sessions = sessions;
        this.cookie = cookie;
        this.sessionLimit = sessionLimit;
        this.addressLimit = addressLimit;
        this.clock = clock;
    }

    /**
     * Handles a request.
     *
     * @throws ProblemException if a check fails
     * @throws ButlerException if the operation fails
     */
    public WebResponse handle(WebRequest request) {
        Optional<Session> session = request.cookie(cookie.name()).flatMap(sessions::find);
        requireRate(session, request);
        RouteTable.Match.Found found = found(request);
        Route route = found.route();
        if (route.access() == Route.Access.SESSION) {
            requireSession(session, request);
        }
        ParameterCheck.require(route, request);
        Optional<JsonNode> body = route.body().map(_ -> body(request));
        try {
            return respond(route, new ApiCall(request, found.parameters(), session, body));
        } catch (ButlerException e) {
            endIfRejected(session, e);
            throw e;
        }
    }

    private void requireRate(Optional<Session> session, WebRequest request) {
        Optional<Duration> wait = session.map(known -> sessionLimit.take(known.id()))
                .orElseGet(() -> addressLimit.take(request.address()));
        wait.ifPresent(time -> {
            throw new RateLimitException(time);
        });
    }

    private RouteTable.Match.Found found(WebRequest request) {
        return switch (routes.match(request.method(), request.path())) {
            case RouteTable.Match.Found found -> found;
            case RouteTable.Match.OtherMethods other -> throw new MethodNotAllowedException(other.allowed());
            case RouteTable.Match.None _ -> throw ProblemException.of(404, "Not found", "The API has no such path.");
        };
    }

    /** The token protects against requests that another page makes the browser send with its cookies. */
    private void requireSession(Optional<Session> session, WebRequest request) {
        Session known = session.orElseThrow(
                () -> ProblemException.of(401, "Login required", "No session, or the session has ended."));
        if (!request.isRead()
                && !RandomText.isEqual(
                        known.csrfToken(), request.header(CSRF_HEADER).orElse(""))) {
            throw ProblemException.of(
                    403,
                    "Missing CSRF token",
                    "The header %s does not contain the token of the session.".formatted(CSRF_HEADER));
        }
        try {
            known.access().requireValid(clock.instant());
        } catch (ButlerException e) {
            endIfRejected(session, e);
            throw e;
        }
        sessions.use(known.id());
    }

    /** Credentials that are no longer accepted do not become valid again. */
    private void endIfRejected(Optional<Session> session, ButlerException failure) {
        if (failure.code() == ErrorCode.UNAUTHENTICATED || failure.code() == ErrorCode.LOGIN_REQUIRED) {
            session.ifPresent(sessions::end);
        }
    }

    private static JsonNode body(WebRequest request) {
        String type = request.header("content-type")
                .map(text -> text.split(";", 2)[0].strip().toLowerCase(Locale.ROOT))
                .orElse("");
        byte[] body = request.body().read(BODY_LIMIT);
        if (!type.equals("application/json")) {
            throw ProblemException.of(415, "Unsupported media type", "The body must be application/json.");
        }
        return RecordJsonReader.tree(body)
                .orElseThrow(() -> ProblemException.of(400, "Malformed request", "The body is not valid JSON."));
    }

    private static WebResponse respond(Route route, ApiCall call) {
        Object result = route.handler().handle(call);
        return switch (result) {
            case WebResponse response -> response;
            case null -> WebResponse.empty(route.status());
            default -> WebResponse.of(route.status(), "application/json", RecordJsonWriter.write(result));
        };
    }

    /** Returns the response for a problem. */
    public static WebResponse problem(ProblemDocument problem, Map<String, String> headers) {
        WebResponse response =
                WebResponse.of(problem.status(), ProblemDocument.CONTENT_TYPE, RecordJsonWriter.write(problem));
        for (Map.Entry<String, String> header : headers.entrySet()) {
            response = response.with(header.getKey(), header.getValue());
        }
        return response;
    }
}
