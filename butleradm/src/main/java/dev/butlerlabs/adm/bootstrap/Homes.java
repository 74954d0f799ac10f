package dev.butlerlabs.adm.bootstrap;

import dev.butlerlabs.core.bootstrap.ButlerHome;

/** Where this user's clusters are kept. */
final class Homes {
    private Homes() {}

    static ButlerHome ofThisUser() {
        return ButlerHome.ofThisUser();
    }

    /** Rehearsals and real clusters of the same name do not meet. */
    static ButlerHome ofRehearsals() {
        return new ButlerHome(ofThisUser().folder().resolve("rehearsals"));
    }
}
