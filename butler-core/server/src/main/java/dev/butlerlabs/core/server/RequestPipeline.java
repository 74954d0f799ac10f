package dev.butlerlabs.core.server;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.kube.KubeErrorMapper;
import dev.butlerlabs.core.server.http.OriginPolicy;
import dev.butlerlabs.core.server.http.ProblemDocument;
import dev.butlerlabs.core.server.http.ProblemException;
import dev.butlerlabs.core.server.http.SecurityHeaders;
import dev.butlerlabs.core.server.http.TrustedProxies;
import dev.butlerlabs.core.server.http.WebHandler;
import dev.butlerlabs.core.server.http.WebRequest;
import dev.butlerlabs.core.server.http.WebResponse;
import dev.butlerlabs.core.server.page.ConsolePages;
import dev.butlerlabs.core.server.route.ApiDispatcher;
import dev.butlerlabs.core.server.route.MethodNotAllowedException;
import dev.butlerlabs.core.server.route.RateLimitException;
import io.helidon.webserver.CloseConnectionException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Handles every request: checks its origin, dispatches it to the API or the pages, and converts failures to problem documents. */
final class RequestPipeline implements WebHandler {
    private static final Logger LOG = LoggerFactory.getLogger(RequestPipeline.class);
    private static final int INTERNAL = 500;
    private static final List<String> HEALTH = List.of("/healthz", "/readyz");

    private final Supplier<OriginPolicy> origins;
    private final ApiDispatcher api;
    private final ConsolePages pages;
    private final TrustedProxies proxies;
    private final boolean tls;

    /** @param origins known after the port is open */
    RequestPipeline(
            Supplier<OriginPolicy> origins,
            ApiDispatcher api,
            ConsolePages pages,
            TrustedProxies proxies,
            boolean tls) {
        this.origins = origins;
        this.api = api;
        this.pages = pages;
        this.proxies = proxies;
        this.tls = tls;
    }

    @Override
    public WebResponse handle(WebRequest received) {
        WebRequest request = proxies.resolve(received);
        WebResponse response = SecurityHeaders.add(respond(request), tls);
        return request.method().equals("HEAD") && response instanceof WebResponse.Whole whole
                ? new WebResponse.Whole(whole.status(), whole.headers(), new byte[0])
                : response;
    }

    private WebResponse respond(WebRequest request) {
        try {
            return dispatch(request);
        } catch (ProblemException e) {
            return ApiDispatcher.problem(e.problem(), Map.of());
        } catch (ButlerException e) {
            return failed(request, e);
        } catch (CloseConnectionException e) {
            throw e;
        } catch (RateLimitException e) {
            ProblemDocument problem = ProblemException.of(
                            429, "Too many requests", "Too many requests in a short time.")
                    .problem();
            return ApiDispatcher.problem(
                    problem, Map.of("Retry-After", Long.toString(e.retryAfter().toSeconds())));
        } catch (MethodNotAllowedException e) {
            ProblemDocument problem = ProblemException.of(
                            405, "Method not allowed", "The path does not support this method.")
                    .problem();
            return ApiDispatcher.problem(problem, Map.of("Allow", String.join(", ", e.allowed())));
        } catch (RuntimeException e) {
            return failed(request, KubeErrorMapper.translate("performing the request", e));
        }
    }

    private WebResponse dispatch(WebRequest request) {
        // Kubernetes calls these by the address of the pod.
        if (!HEALTH.contains(request.path())) {
            origins.get().rejection(request).ifPresent(why -> {
                throw ProblemException.of(403, "Request of another site", why);
            });
        }
        return request.path().startsWith("/api/") || HEALTH.contains(request.path())
                ? api.handle(request)
                : pages.handle(request);
    }

    /** The details of an internal error are in the log only. */
    private static WebResponse failed(WebRequest request, ButlerException failure) {
        ProblemDocument problem = ProblemDocument.of(failure);
        if (problem.status() != INTERNAL) {
            return ApiDispatcher.problem(problem, Map.of());
        }
        LOG.error("{} {} failed", request.method(), request.path(), failure);
        return ApiDispatcher.problem(
                ProblemDocument.of(new ButlerException(failure.code(), "The console could not process the request.")),
                Map.of());
    }
}
