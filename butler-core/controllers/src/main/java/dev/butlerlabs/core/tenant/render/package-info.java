/** What a tenant cluster consists of, as Kubernetes objects: pure functions from a TenantCluster and its ProviderConfig. */
package dev.butlerlabs.core.tenant.render;
