/** Reads and writes certificates and keys in the PEM format. */
package dev.butlerlabs.core.pem;
