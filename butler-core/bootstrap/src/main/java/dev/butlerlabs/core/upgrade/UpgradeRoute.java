package dev.butlerlabs.core.upgrade;

import java.util.List;

/**
 * The steps from the running versions to the requested ones. Immutable.
 *
 * @param hops in order; empty if the cluster already runs the requested versions
 * @param blockers why the path does not reach the requested versions; empty if it does
 */
public record UpgradeRoute(List<UpgradeHop> hops, List<UpgradeBlocker> blockers) {
    public UpgradeRoute {
        hops = List.copyOf(hops);
        blockers = List.copyOf(blockers);
    }
}
