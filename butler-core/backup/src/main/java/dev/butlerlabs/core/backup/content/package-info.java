/** The content of backups: objects, etcd snapshot, secrets and machine configurations, and the manifest that lists them. */
package dev.butlerlabs.core.backup.content;
