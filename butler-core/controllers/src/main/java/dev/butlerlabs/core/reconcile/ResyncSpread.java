package dev.butlerlabs.core.reconcile;

import java.time.Duration;

/**
 * Distributes the periodic reconciliations of objects: each has an interval of its own between three quarters of the configured one and all of it, so that
 * objects that were reconciled together after a start drift apart.
 */
final class ResyncSpread {
    private static final int PARTS = 1024;

    private ResyncSpread() {}

    /** @param uid identifies the object; its interval is always the same */
    static Duration interval(String uid, Duration resync) {
        long part = Math.floorMod((uid.hashCode() * 0x9E3779B9L) >>> 16, PARTS);
        return resync.minus(resync.dividedBy(4).multipliedBy(part).dividedBy(PARTS));
    }
}
