package dev.butlerlabs.sim.http;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.Operation;
import java.util.Optional;

/** The application behind a simulated server, with the vendor's protocol. */
public interface Application {
    Response answer(Request request);

    /** Returns a streaming response such as a watch; empty if {@link #answer} handles the request. */
    default Optional<StreamedResponse> stream(Request request) {
        return Optional.empty();
    }

    /** Returns the vendor's response for a fault: throttled, server error or unauthorized. */
    Response refusal(FaultKind fault, Request request);

    /** Returns the operation and object of a request; empty for requests that never fail. */
    Optional<Subject> subject(Request request);

    /**
     * Operation and object of a request.
     *
     * @param about name of the object; empty if the request has none
     */
    record Subject(Operation operation, String about) {}
}
