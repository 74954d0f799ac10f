/** Addons on simulated clusters. */
package dev.butlerlabs.sim.addon;
