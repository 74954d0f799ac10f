/** Ends temporary access grants in tenant clusters. */
package dev.butlerlabs.core.tenant.expiry;
