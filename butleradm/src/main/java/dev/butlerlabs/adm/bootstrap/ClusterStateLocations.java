package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.state.ButlerHome;
import dev.butlerlabs.core.cli.CommandContext;
import dev.butlerlabs.core.kube.UserDirectories;

/** Locations of the local cluster state. */
public final class ClusterStateLocations {
    private ClusterStateLocations() {}

    public static ButlerHome ofThisUser(CommandContext session) {
        return new ButlerHome(
                UserDirectories.of(session.terminal()::environment).butler());
    }

    /**
     * Rehearsals have a directory of their own, so that they never share state with a real cluster of the same name.
     */
    public static ButlerHome ofRehearsals(CommandContext session) {
        return new ButlerHome(ofThisUser(session).folder().resolve("rehearsals"));
    }
}
