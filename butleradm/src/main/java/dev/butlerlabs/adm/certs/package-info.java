/** Commands for the certificates of the management cluster. */
package dev.butlerlabs.adm.certs;
