/** Nodes of a running management cluster: listing, draining, rebooting, adding, replacing and removing them. */
package dev.butlerlabs.core.node;
