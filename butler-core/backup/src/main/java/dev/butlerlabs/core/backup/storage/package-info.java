/** Where backups are kept: directories and S3-compatible object storage. */
package dev.butlerlabs.core.backup.storage;
