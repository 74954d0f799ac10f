/** Talos machine configuration: generation from options, strict parsing, validation and writing. */
package dev.butlerlabs.core.talos.config;
