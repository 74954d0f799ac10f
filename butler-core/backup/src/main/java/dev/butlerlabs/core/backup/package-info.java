/** Backups of management clusters: archives, their content, where they are stored, and the restore of objects. */
package dev.butlerlabs.core.backup;
