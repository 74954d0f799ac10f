package dev.butlerlabs.adm.controllers;

import io.fabric8.kubernetes.client.KubernetesClient;

/** An API server for tests of the boundary between namespaces, with clients for the people who use it. */
interface BoundaryApi extends AutoCloseable {
    /** Who connects. */
    enum Role {
        /** May do everything. */
        OPERATOR,
        /** May do everything in namespace team-a, and nothing elsewhere. */
        TEAM_A,
        /** The same in namespace team-b. */
        TEAM_B,
        /** The service account of manifests/chart/butler. */
        CONTROLLERS
    }

    /** Returns a new client; the caller closes it. */
    KubernetesClient connect(Role role);

    @Override
    void close();
}
