package dev.butlerlabs.core.provider.rest;

import com.fasterxml.jackson.databind.JsonNode;

/** The state of a long-running operation of an infrastructure. */
public sealed interface OperationStatus {
    record InProgress() implements OperationStatus {}

    /**
     * The operation finished.
     *
     * @param result what the server returned with the last poll
     */
    record Succeeded(JsonNode result) implements OperationStatus {}

    /**
     * The operation failed.
     *
     * @param error the error of the operation as the server returned it
     */
    record Failed(JsonNode error) implements OperationStatus {}
}
