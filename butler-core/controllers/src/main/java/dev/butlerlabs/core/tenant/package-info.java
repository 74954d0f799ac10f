/** Reconciles TenantClusters: a hosted control plane with workers managed by Cluster API. */
package dev.butlerlabs.core.tenant;
