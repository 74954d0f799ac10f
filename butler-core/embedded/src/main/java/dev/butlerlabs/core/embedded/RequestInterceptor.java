package dev.butlerlabs.core.embedded;

/**
 * Intercepts requests to a server: each request is passed on, rejected, or handled without sending the response.
 *
 * <p>Simulations and tests use it to fail a client at a chosen request. Both methods are called concurrently, on the thread that serves the
 * request.
 */
public interface RequestInterceptor {
    /** Passes all requests. */
    RequestInterceptor OPEN = visit -> Verdict.PASS;

    /** Decides about a request before it is handled. */
    Verdict before(Visit visit);

    /** Called after a request was handled and before its response is sent. Not called for a request whose body did not arrive completely. */
    default void after(Visit visit) {}

    /** The decision about a request. */
    enum Verdict {
        /** The request is handled, and the response is sent. */
        PASS,
        /** The request is not handled, and the connection is closed. */
        REFUSE,
        /** The request is handled, and the connection is closed without a response. */
        LOSE
    }

    /**
     * A request as the interceptor sees it.
     *
     * @param caller the user agent of the client; empty if the client sent none
     * @param method the method in terms of the protocol, such as {@code PATCH}
     * @param target the target of the request, such as its path
     */
    record Visit(String caller, String method, String target) {}
}
