package dev.butlerlabs.adm.bootstrap;

/**
 * Something a bootstrap does to the world outside its process.
 *
 * @param door where it does it: the engine, the infrastructure, a machine, the new cluster, or a file
 * @param number which of several of the same kind
 */
record Effect(String door, String method, String target, int number) {
    @Override
    public String toString() {
        return "%s: %s %s #%d".formatted(door, method, target, number);
    }
}
