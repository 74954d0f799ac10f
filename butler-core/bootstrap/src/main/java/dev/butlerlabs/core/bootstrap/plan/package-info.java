/** Plans of management clusters: which machines, addresses, addons and resources a bootstrap file leads to. Pure functions on records. */
package dev.butlerlabs.core.bootstrap.plan;
