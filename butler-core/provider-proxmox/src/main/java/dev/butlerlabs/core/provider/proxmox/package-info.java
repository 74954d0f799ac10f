/** Proxmox VE: renders tenant clusters for its Cluster API provider. */
package dev.butlerlabs.core.provider.proxmox;
