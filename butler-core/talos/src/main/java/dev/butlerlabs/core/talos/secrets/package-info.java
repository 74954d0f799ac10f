/** The secrets a Talos cluster is made of, and the certificates and client files derived from them. */
package dev.butlerlabs.core.talos.secrets;
