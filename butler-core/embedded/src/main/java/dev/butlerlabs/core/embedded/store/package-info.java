/** The durable, watchable key-value store with revisions that the embedded Kubernetes API uses. */
package dev.butlerlabs.core.embedded.store;
