package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.ApiHandler;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.ApiResponse;
import dev.butlerlabs.core.embedded.http.ClientDisconnectedException;

/** Passes requests to the handler if the interceptor allows it. */
record InterceptedHandler(RequestInterceptor gate, ApiHandler inside) implements ApiHandler {
    @Override
    public ApiResponse handle(ApiRequest request) {
        RequestInterceptor.Visit visit = new RequestInterceptor.Visit(
                request.headers().userAgent(), request.method(), "/" + String.join("/", request.path()));
        RequestInterceptor.Verdict verdict = gate.before(visit);
        if (verdict == RequestInterceptor.Verdict.REFUSE) {
            throw new ClientDisconnectedException();
        }
        ApiResponse answer;
        try {
            answer = inside.handle(request);
        } catch (ClientDisconnectedException incomplete) {
            // The body did not arrive, so the request was not handled.
            throw incomplete;
        } catch (RuntimeException | Error e) {
            gate.after(visit);
            throw e;
        }
        gate.after(visit);
        if (verdict == RequestInterceptor.Verdict.LOSE) {
            throw new ClientDisconnectedException();
        }
        return answer;
    }
}
