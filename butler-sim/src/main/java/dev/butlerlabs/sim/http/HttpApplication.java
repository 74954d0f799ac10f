package dev.butlerlabs.sim.http;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.SimulatedOperation;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;

/** The application behind a simulated server, with the vendor's protocol. */
public interface HttpApplication {
    HttpApiResponse answer(HttpApiRequest request);

    /** Returns a streaming response such as a watch; empty if {@link #answer} handles the request. */
    default Optional<StreamedResponse> stream(HttpApiRequest request) {
        return Optional.empty();
    }

    /** Returns whether {@link #receive} handles a request, whose body is too large for the memory. The body of {@code head} is empty. */
    default boolean receives(HttpApiRequest head) {
        return false;
    }

    /**
     * Handles a request while its body is read.
     *
     * @throws IOException if the connection breaks, or to close it without a response
     */
    default HttpApiResponse receive(HttpApiRequest head, InputStream body) throws IOException {
        throw new UnsupportedOperationException("receive");
    }

    /** Returns the vendor's response for a fault: throttled, server error or unauthorized. */
    HttpApiResponse refusal(FaultKind fault, HttpApiRequest request);

    /** Returns the operation and object of a request; empty for requests that never fail. */
    Optional<Subject> subject(HttpApiRequest request);

    /**
     * Operation and object of a request.
     *
     * @param about name of the object; empty if the request has none
     */
    record Subject(SimulatedOperation operation, String about) {}
}
