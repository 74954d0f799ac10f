package dev.butlerlabs.core.webhook;

/** A document that is not a valid AdmissionReview. The message names the field and contains no values. */
final class ReviewFormatException extends Exception {
    private static final long serialVersionUID = 1L;

    ReviewFormatException(String problem) {
        super(problem);
    }
}
