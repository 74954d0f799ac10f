/** Azure: manages machines and load balancers with Azure Resource Manager, and renders tenant clusters for its Cluster API provider. */
package dev.butlerlabs.core.provider.azure;
