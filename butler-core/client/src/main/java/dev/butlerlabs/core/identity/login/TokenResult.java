package dev.butlerlabs.core.identity.login;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import java.util.Objects;
import java.util.Optional;

/** The response of a token endpoint. */
public sealed interface TokenResult {
    /** Tokens, which are credentials: {@link #toString} contains none. */
    record Issued(Optional<String> idToken, Optional<String> refreshToken) implements TokenResult {
        public Issued {
            Objects.requireNonNull(idToken, "idToken");
            Objects.requireNonNull(refreshToken, "refreshToken");
        }

        @Override
        public String toString() {
            return "Issued[idToken=%s, refreshToken=%s]".formatted(idToken.isPresent(), refreshToken.isPresent());
        }
    }

    /**
     * An error as RFC 6749, section 5.2, defines it.
     *
     * @param error the code, such as {@code invalid_grant}
     * @param description the words of the provider, printable and of limited length; may be empty
     */
    record Rejected(String error, String description) implements TokenResult {
        private static final int LONGEST = 300;

        public Rejected {
            error = printable(error);
            description = printable(description);
        }

        /** Control characters could change what a terminal shows. */
        private static String printable(String text) {
            String clean = text.replaceAll("\\p{C}", " ").strip();
            return clean.length() > LONGEST ? clean.substring(0, LONGEST) + "..." : clean;
        }

        /** Returns the error for the user. */
        public ButlerException failure(String issuer) {
            String reason = description.isEmpty() ? error : "%s (%s)".formatted(description, error);
            String sentence = "%s rejected the login: %s.".formatted(issuer, reason);
            return switch (error) {
                case "invalid_client", "unauthorized_client" ->
                    new ButlerException(
                            ErrorCode.LOGIN_REJECTED,
                            sentence,
                            "Check --client-id. If the client has a secret, pass it with --client-secret-file.");
                case "invalid_scope" ->
                    new ButlerException(
                            ErrorCode.LOGIN_REJECTED, sentence, "Select the scopes to request with --scope.");
                default -> new ButlerException(ErrorCode.LOGIN_REJECTED, sentence);
            };
        }
    }

    /**
     * Returns the tokens.
     *
     * @throws ButlerException if the provider rejected the request
     */
    default Issued require(String issuer) {
        return switch (this) {
            case Issued issued -> issued;
            case Rejected rejected -> throw rejected.failure(issuer);
        };
    }
}
