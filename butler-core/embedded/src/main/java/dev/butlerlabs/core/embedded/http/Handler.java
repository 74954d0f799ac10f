package dev.butlerlabs.core.embedded.http;

/** Answers requests; refuses with an {@code ApiException}. */
@FunctionalInterface
public interface Handler {
    Answer handle(ApiRequest request);
}
