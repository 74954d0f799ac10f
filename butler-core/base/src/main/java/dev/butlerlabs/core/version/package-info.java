/** Talos and Kubernetes versions, and which of them work together. */
package dev.butlerlabs.core.version;
