package dev.butlerlabs.sim.aws;

/** An error response in the form of AWS. */
final class AwsErrorResponse extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    AwsErrorResponse(int status, String code, String message) {
        super(message, null, false, false);
        this.status = status;
        this.code = code;
    }

    static AwsErrorResponse of(String code, String message) {
        return new AwsErrorResponse(400, code, message);
    }

    int status() {
        return status;
    }

    String code() {
        return code;
    }
}
