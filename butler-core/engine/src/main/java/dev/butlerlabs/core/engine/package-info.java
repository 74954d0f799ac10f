/** Engines: the Kubernetes APIs that store custom resources before a management cluster exists. */
package dev.butlerlabs.core.engine;
