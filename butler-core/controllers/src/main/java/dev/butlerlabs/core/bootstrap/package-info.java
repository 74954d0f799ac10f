/** From a ClusterBootstrap to a management cluster: machines, Talos, etcd, addons, and the move into the new cluster. */
package dev.butlerlabs.core.bootstrap;
