/** Restores objects of backups into clusters. */
package dev.butlerlabs.core.backup.restore;
