/** Backups of management clusters: their content, their verification, and their restore. */
package dev.butlerlabs.core.backup;
