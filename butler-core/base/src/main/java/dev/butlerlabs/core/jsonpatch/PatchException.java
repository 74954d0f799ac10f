package dev.butlerlabs.core.jsonpatch;

import java.util.Objects;

/** A patch that cannot be applied; the kind is what an API server answers with. */
public final class PatchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The HTTP status and the reason of the Status object. */
    public enum Kind {
        /** The patch itself is malformed. */
        BAD_REQUEST(400, "BadRequest"),
        /** The patch has more operations than an API server is willing to run. */
        TOO_LARGE(413, "RequestEntityTooLarge"),
        /** The patch is well formed but does not fit the object. */
        INVALID(422, "Invalid"),
        /** The patch does not fit the schema; an API server gives no reason with this one. */
        INTERNAL(500, "");

        private final int status;
        private final String reason;

        Kind(int status, String reason) {
            this.status = status;
            this.reason = reason;
        }

        public int status() {
            return status;
        }

        /** The reason, empty where an API server leaves it out. */
        public String reason() {
            return reason;
        }
    }

    private final Kind kind;

    public PatchException(Kind kind, String message) {
        super(message);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    public static PatchException malformed(String message) {
        return new PatchException(Kind.BAD_REQUEST, message);
    }

    public static PatchException invalid(String message) {
        return new PatchException(Kind.INVALID, message);
    }

    public Kind kind() {
        return kind;
    }
}
