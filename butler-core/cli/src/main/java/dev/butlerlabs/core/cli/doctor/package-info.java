/** Checks of the local machine and of the connection to the platform, for both tools. */
package dev.butlerlabs.core.cli.doctor;
