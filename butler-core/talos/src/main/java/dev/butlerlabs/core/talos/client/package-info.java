/** Speaks to Talos machines: in maintenance, before they have a configuration, and by mutual TLS afterwards. */
package dev.butlerlabs.core.talos.client;
