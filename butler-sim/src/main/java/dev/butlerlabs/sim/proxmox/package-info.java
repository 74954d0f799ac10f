/** A simulated Proxmox VE cluster. */
package dev.butlerlabs.sim.proxmox;
