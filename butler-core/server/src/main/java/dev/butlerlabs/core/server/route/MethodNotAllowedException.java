package dev.butlerlabs.core.server.route;

import java.util.List;

/** A path exists, but not with the method of the request. */
public final class MethodNotAllowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> allowed;

    public MethodNotAllowedException(List<String> allowed) {
        super("method not allowed", null, false, false);
        this.allowed = List.copyOf(allowed);
    }

    public List<String> allowed() {
        return allowed;
    }
}
