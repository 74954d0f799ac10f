package dev.butlerlabs.core.server.http;

/** Handles requests of browsers. Called concurrently. */
@FunctionalInterface
public interface WebHandler {
    WebResponse handle(WebRequest request);
}
