/** Support bundles: archives with the information to diagnose a cluster, without secrets. */
package dev.butlerlabs.core.support;
