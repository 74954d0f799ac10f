/** Commands for the infrastructures Butler makes machines on. */
package dev.butlerlabs.adm.provider;
