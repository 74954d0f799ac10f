/** The secrets of a Talos cluster, and the certificates and client files derived from them. */
package dev.butlerlabs.core.talos.secrets;
