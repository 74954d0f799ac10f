/** Who may do what in a tenant cluster, kept as bindings in that cluster itself. */
package dev.butlerlabs.core.tenant.access;
