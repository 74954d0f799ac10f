package dev.butlerlabs.sim.talos;

/** The numbers of a Talos version that decide how a machine behaves. */
record Release(int major, int minor) {
    static Release of(String tag) {
        String[] numbers = tag.replaceFirst("^v", "").split("[.-]", 3);
        return new Release(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    boolean isAtLeast(int otherMinor) {
        return major > 1 || minor >= otherMinor;
    }
}
