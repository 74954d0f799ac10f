package dev.butlerlabs.core.embedded.http;

/** Handles requests; throws {@code ApiException} to respond with an error status. */
@FunctionalInterface
public interface Handler {
    Answer handle(ApiRequest request);
}
