/** Scheduled backups of the management cluster, which the controllers create. */
package dev.butlerlabs.core.backup.schedule;
