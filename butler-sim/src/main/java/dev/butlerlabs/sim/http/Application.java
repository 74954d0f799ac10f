package dev.butlerlabs.sim.http;

import dev.butlerlabs.sim.fault.FaultKind;
import dev.butlerlabs.sim.fault.Operation;
import java.util.Optional;

/** What a server says, in its vendor's protocol. */
public interface Application {
    Response answer(Request request);

    /** An answer without a foreseeable end, such as a watch; empty where {@link #answer} tells all at once. */
    default Optional<StreamedResponse> stream(Request request) {
        return Optional.empty();
    }

    /** How the vendor words a fault that is told in an answer: throttled, a server error, unknown credentials. */
    Response refusal(FaultKind fault, Request request);

    /** What a request is about; requests without a subject never go wrong. */
    Optional<Subject> subject(Request request);

    /**
     * What a request is about.
     *
     * @param about the name of the thing, empty when the request has none
     */
    record Subject(Operation operation, String about) {}
}
