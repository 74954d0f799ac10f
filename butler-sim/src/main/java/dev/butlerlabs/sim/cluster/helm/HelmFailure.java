package dev.butlerlabs.sim.cluster.helm;

/** A failed Helm command with its message. */
final class HelmFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String log;

    HelmFailure(String sentence) {
        this(sentence, "");
    }

    HelmFailure(String sentence, String log) {
        super(sentence);
        this.log = log;
    }

    String log() {
        return log;
    }
}
