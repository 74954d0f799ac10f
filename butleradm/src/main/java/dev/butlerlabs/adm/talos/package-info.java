/** Talos at the command line: secrets, machine configurations, patches and images. */
package dev.butlerlabs.adm.talos;
