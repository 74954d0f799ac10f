/** Talos Linux: the container images that belong to each version. */
package dev.butlerlabs.core.talos;
