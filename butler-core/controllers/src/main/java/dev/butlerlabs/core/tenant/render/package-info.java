/** Renders the Kubernetes objects of a tenant cluster. Pure functions of a TenantCluster and its ProviderConfig. */
package dev.butlerlabs.core.tenant.render;
