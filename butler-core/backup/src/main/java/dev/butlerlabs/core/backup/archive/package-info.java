/** The file format of backups: an authenticated header and an encrypted tar archive. */
package dev.butlerlabs.core.backup.archive;
