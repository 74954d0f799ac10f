/** Error responses: an exception that converts to a Kubernetes Status. */
package dev.butlerlabs.core.embedded.status;
