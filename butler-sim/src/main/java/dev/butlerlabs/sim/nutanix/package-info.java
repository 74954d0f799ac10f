/** A Prism Central on loopback, as far as the making of virtual machines goes. */
package dev.butlerlabs.sim.nutanix;
