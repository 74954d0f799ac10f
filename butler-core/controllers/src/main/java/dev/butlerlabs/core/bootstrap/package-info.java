/** Creates a management cluster from a ClusterBootstrap: machines, Talos, etcd, addons, and the move to the new cluster. */
package dev.butlerlabs.core.bootstrap;
