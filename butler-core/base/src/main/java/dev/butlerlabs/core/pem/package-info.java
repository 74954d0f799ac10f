/** Reads and writes certificates and keys in the PEM format, and issues certificates. */
package dev.butlerlabs.core.pem;
