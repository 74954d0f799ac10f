/** Manages access to tenant clusters with bindings in the clusters themselves. */
package dev.butlerlabs.core.tenant.access;
