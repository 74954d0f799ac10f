/** The CEL functions and types that Kubernetes adds for validation rules. */
package dev.butlerlabs.core.embedded.schema.cel;
