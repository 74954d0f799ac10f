package dev.butlerlabs.core.embedded.http;

/** Handles requests; throws {@code ApiException} to respond with an error status. */
@FunctionalInterface
public interface ApiHandler {
    ApiResponse handle(ApiRequest request);
}
