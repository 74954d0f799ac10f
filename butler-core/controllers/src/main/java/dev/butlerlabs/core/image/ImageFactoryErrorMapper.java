package dev.butlerlabs.core.image;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import dev.butlerlabs.core.provider.rest.SecretRedactor;

/** Translates error responses of an Image Factory, which are plain text, to {@link ButlerException}. */
final class ImageFactoryErrorMapper {
    private ImageFactoryErrorMapper() {}

    /** @param what the requested object, such as {@code schematic 3765…} */
    static ButlerException of(
            ImageFactorySettings factory, String what, int status, String text, SecretRedactor redactor) {
        ErrorCode code = code(status);
        String reason = redactor.clean(text);
        return new ButlerException(
                code,
                "The image factory %s %s for the %s%s"
                        .formatted(
                                factory.url().getAuthority(),
                                sentence(code, status),
                                what,
                                reason.isEmpty() ? "." : ": " + reason),
                hint(code));
    }

    private static ErrorCode code(int status) {
        return switch (status) {
            case 400, 413, 422 -> ErrorCode.INVALID_INPUT;
            case 401 -> ErrorCode.UNAUTHENTICATED;
            // Checksums, signatures and reports of the enterprise edition.
            case 402 -> ErrorCode.NOT_OFFERED;
            case 403 -> ErrorCode.FORBIDDEN;
            case 404 -> ErrorCode.NOT_FOUND;
            case 429 -> ErrorCode.THROTTLED;
            case 502, 503, 504 -> ErrorCode.PROVIDER_TROUBLED;
            default -> ErrorCode.PROVIDER;
        };
    }

    private static String sentence(ErrorCode code, int status) {
        return switch (code) {
            case INVALID_INPUT -> "rejected the request";
            case UNAUTHENTICATED -> "rejected the credentials";
            case NOT_OFFERED -> "requires its enterprise edition";
            case FORBIDDEN -> "denied access";
            case NOT_FOUND -> "returned not found";
            case THROTTLED -> "rejected the request: rate limit exceeded";
            case PROVIDER_TROUBLED -> "is not available (status %d)".formatted(status);
            default -> "failed with status %d".formatted(status);
        };
    }

    private static String hint(ErrorCode code) {
        return switch (code) {
            case INVALID_INPUT -> "Check schematic, version, architecture, platform and format.";
            case UNAUTHENTICATED, FORBIDDEN ->
                "Check the credentials of the image factory: the Secret in spec.imageFactory.credentialsRef of the ButlerConfig, talos.factory or --factory-token-file.";
            case NOT_FOUND ->
                "Check the schematic ID and the Talos version, and that each extension of the schematic exists for that version: run 'butleradm image catalog'.";
            // The factory also answers a version that does not exist with an internal error.
            case PROVIDER -> "Check the Talos version: run 'butleradm image catalog'.";
            default -> code.remedy();
        };
    }
}
