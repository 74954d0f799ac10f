/** Images of the workers of tenant clusters: which one a cluster requests, and the deletion of those that no cluster uses. */
package dev.butlerlabs.core.tenant.image;
