/** What happens by itself in a simulated cluster: nodes register, workloads get pods, pods run, jobs end. */
package dev.butlerlabs.sim.cluster.control;
