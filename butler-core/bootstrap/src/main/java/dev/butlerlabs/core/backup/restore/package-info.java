/** Restores backups into clusters, and verifies them in a scratch API. */
package dev.butlerlabs.core.backup.restore;
