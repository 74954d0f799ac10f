package dev.butlerlabs.core.embedded;

import dev.butlerlabs.core.embedded.http.Answer;
import dev.butlerlabs.core.embedded.http.ApiRequest;
import dev.butlerlabs.core.embedded.http.Handler;
import dev.butlerlabs.core.embedded.http.UnheardException;

/** Passes requests to the handler if the interceptor allows it. */
record GatedHandler(Gate gate, Handler inside) implements Handler {
    @Override
    public Answer handle(ApiRequest request) {
        Gate.Visit visit =
                new Gate.Visit(request.headers().userAgent(), request.method(), "/" + String.join("/", request.path()));
        Gate.Verdict verdict = gate.before(visit);
        if (verdict == Gate.Verdict.REFUSE) {
            throw new UnheardException();
        }
        Answer answer;
        try {
            answer = inside.handle(request);
        } catch (UnheardException incomplete) {
            // The body did not arrive, so the request was not handled.
            throw incomplete;
        } catch (RuntimeException | Error e) {
            gate.after(visit);
            throw e;
        }
        gate.after(visit);
        if (verdict == Gate.Verdict.LOSE) {
            throw new UnheardException();
        }
        return answer;
    }
}
