package dev.butlerlabs.sim.cluster.control;

/** Looks at a cluster and does what is missing, again and again. */
interface Controller {
    void look(World world);
}
