/** Connects Flux in tenant clusters to the Git repositories that their TenantClusters name. */
package dev.butlerlabs.core.tenant.gitops;
