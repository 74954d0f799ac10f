/** A simulated region of Azure: tokens, virtual machines, network interfaces, disks, public IP addresses and load balancers. */
package dev.butlerlabs.sim.azure;
