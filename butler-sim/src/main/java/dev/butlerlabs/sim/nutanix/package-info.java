/** A simulated Prism Central on loopback, limited to the management of virtual machines. */
package dev.butlerlabs.sim.nutanix;
