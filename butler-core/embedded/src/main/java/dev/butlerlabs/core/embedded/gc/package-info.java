/** Garbage collection: dependents are deleted with their owners, namespaces and CRDs are emptied before they are deleted. */
package dev.butlerlabs.core.embedded.gc;
