package dev.butlerlabs.sim.cluster.control;

/** Reconciles one aspect of a simulated cluster; called repeatedly. */
interface SimulatedController {
    void reconcile(ClusterView view);
}
