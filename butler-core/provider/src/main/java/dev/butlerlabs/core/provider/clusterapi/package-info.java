/**
 * The contract for tenant clusters on an infrastructure: a {@link dev.butlerlabs.core.provider.clusterapi.ClusterApiProvider} renders the
 * resources of its Cluster API infrastructure provider.
 */
package dev.butlerlabs.core.provider.clusterapi;
