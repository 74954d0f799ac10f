package dev.butlerlabs.core.server.http;

/** The body of a request, which is read once. */
@FunctionalInterface
public interface WebBody {
    WebBody EMPTY = _ -> new byte[0];

    /**
     * Reads the body.
     *
     * @throws ProblemException with status 413 if it is larger than the limit, or 400 if it is incomplete
     */
    byte[] read(int limit);
}
