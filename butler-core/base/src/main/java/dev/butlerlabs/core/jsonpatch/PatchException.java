package dev.butlerlabs.core.jsonpatch;

import java.util.Objects;

/** A patch that cannot be applied, with the kind of error an API server responds with. */
public final class PatchException extends Exception {
    private static final long serialVersionUID = 1L;

    /** The HTTP status and the reason of the Status object. */
    public enum Kind {
        /** The patch itself is malformed. */
        BAD_REQUEST(400, "BadRequest"),
        /** The patch has more operations than an API server accepts. */
        TOO_LARGE(413, "RequestEntityTooLarge"),
        /** The patch is well-formed but cannot be applied to the object. */
        INVALID(422, "Invalid"),
        /** The patch does not match the schema. An API server responds without a reason. */
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

        /** Returns the reason; empty where an API server omits it. */
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
