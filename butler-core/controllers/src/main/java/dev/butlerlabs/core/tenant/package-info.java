/** TenantCluster to a tenant cluster: hosted control plane, workers by Cluster API, and back to nothing. */
package dev.butlerlabs.core.tenant;
