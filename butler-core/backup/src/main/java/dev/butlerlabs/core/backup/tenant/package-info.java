/** Connects to the tenant clusters of a management cluster for backups and restores. */
package dev.butlerlabs.core.backup.tenant;
