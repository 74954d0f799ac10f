/** Client for the Talos API: in maintenance mode before a machine is configured, and with mutual TLS afterwards. */
package dev.butlerlabs.core.talos.client;
