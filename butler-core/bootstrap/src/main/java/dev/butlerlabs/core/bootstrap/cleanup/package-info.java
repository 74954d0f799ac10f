/** Deletion of management clusters: owned resources, receipts and orphans. */
package dev.butlerlabs.core.bootstrap.cleanup;
