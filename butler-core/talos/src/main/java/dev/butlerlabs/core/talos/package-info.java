/** Talos Linux: the container images of each version. */
package dev.butlerlabs.core.talos;
