/** The commands for tenant clusters. */
package dev.butlerlabs.ctl.cluster;
