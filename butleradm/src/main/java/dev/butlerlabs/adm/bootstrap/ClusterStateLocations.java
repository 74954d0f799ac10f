package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ButlerHome;

/** Locations of the local cluster state. */
public final class ClusterStateLocations {
    private ClusterStateLocations() {}

    public static ButlerHome ofThisUser() {
        return ButlerHome.ofThisUser();
    }

    /**
     * Rehearsals have a directory of their own, so that they never share state with a real cluster of the same name.
     */
    public static ButlerHome ofRehearsals() {
        return new ButlerHome(ofThisUser().folder().resolve("rehearsals"));
    }
}
