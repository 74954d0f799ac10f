/** Google Cloud: machines and load balancers of Compute Engine, and tenant clusters for its Cluster API provider. */
package dev.butlerlabs.core.provider.gcp;
