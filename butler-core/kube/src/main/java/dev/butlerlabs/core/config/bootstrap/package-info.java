/** Reads, validates and renders the configuration file of a management cluster. */
package dev.butlerlabs.core.config.bootstrap;
