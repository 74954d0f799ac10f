package dev.butlerlabs.sim.talos;

/** Major and minor version of Talos, which determine the behaviour of a machine. */
record TalosRelease(int major, int minor) {
    static TalosRelease of(String tag) {
        String[] numbers = tag.replaceFirst("^v", "").split("[.-]", 3);
        return new TalosRelease(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    boolean isAtLeast(int otherMinor) {
        return major > 1 || minor >= otherMinor;
    }
}
