/** The durable, watchable key-value store with revisions that lies under the embedded Kubernetes API. */
package dev.butlerlabs.core.embedded.store;
