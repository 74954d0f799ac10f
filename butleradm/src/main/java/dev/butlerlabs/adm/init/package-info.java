/** The command that writes a bootstrap file from answers and from what the infrastructure offers. */
package dev.butlerlabs.adm.init;
