package dev.butlerlabs.core.server.session;

import java.util.Optional;

/** A path of this server to which a browser returns after a login. */
public record LocalPath(String text) {
    private static final int LONGEST = 512;

    /** The first page. */
    public static final LocalPath HOME = new LocalPath("/");

    /**
     * Parses a path. Empty for everything that a browser could understand as another site: a scheme, two slashes, backslashes, control
     * characters and escapes.
     */
    public static Optional<LocalPath> parse(String text) {
        boolean local = text.length() <= LONGEST
                && text.matches("/([A-Za-z0-9._~!$&'()*+,;=:@?/-]*)")
                && !text.startsWith("//")
                && !text.startsWith("/api/")
                && !text.contains("..");
        return local ? Optional.of(new LocalPath(text)) : Optional.empty();
    }
}
