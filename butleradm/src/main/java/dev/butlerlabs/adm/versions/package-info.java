/** The command that prints the version list. */
package dev.butlerlabs.adm.versions;
