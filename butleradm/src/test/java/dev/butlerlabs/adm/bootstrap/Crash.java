package dev.butlerlabs.adm.bootstrap;

/** Which effect to meddle with, and how. */
record Crash(Effect effect, Mode mode) {

    /** What happens at the effect. */
    enum Mode {
        /** The run is stopped, and the effect does not come about. */
        BEFORE,
        /** The effect comes about, its answer is sent, and the run is stopped. */
        AFTER,
        /** The effect comes about and the run goes on, without ever hearing so. Of a file only a temporary copy is left. */
        LOST
    }

    @Override
    public String toString() {
        return "%s %s".formatted(mode, effect);
    }
}
