/** Controllers of a simulated cluster: nodes register, workloads get pods, pods run, jobs finish. */
package dev.butlerlabs.sim.cluster.control;
