/** The provider for Proxmox VE, and its tenant clusters. */
package dev.butlerlabs.core.provider.proxmox;
