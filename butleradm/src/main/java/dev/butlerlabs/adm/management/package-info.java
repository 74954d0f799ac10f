/** The management cluster that commands speak to. */
package dev.butlerlabs.adm.management;
