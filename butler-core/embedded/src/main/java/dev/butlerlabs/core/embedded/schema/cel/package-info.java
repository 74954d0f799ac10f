/** The functions that Kubernetes adds to the expression language of validation rules. */
package dev.butlerlabs.core.embedded.schema.cel;
