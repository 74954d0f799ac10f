/** Talos Linux: its versions, and which Kubernetes and which images belong to each. */
package dev.butlerlabs.core.talos;
