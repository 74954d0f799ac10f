/** Verifies backups by restoring them into an API in memory. */
package dev.butlerlabs.core.backup.verify;
