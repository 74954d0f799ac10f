package dev.butlerlabs.core.server.rest;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.server.route.ApiCall;
import java.util.List;

/** Requires that a user typed the name of what is deleted. */
final class Confirmation {
    private Confirmation() {}

    /** @throws ButlerException if the header does not contain the name */
    static void require(ApiCall call, String name) {
        if (call.request()
                .header(ClusterHandlers.CONFIRMATION)
                .filter(name::equals)
                .isEmpty()) {
            throw ButlerException.invalid(
                    "The deletion is not confirmed.",
                    List.of(new InputProblem(ClusterHandlers.CONFIRMATION, "must be the name of the object, " + name)));
        }
    }
}
