/** The reconciliation of a ClusterBootstrap as steps that run in order, from the provider check to the move into the new cluster. */
package dev.butlerlabs.core.bootstrap.step;
