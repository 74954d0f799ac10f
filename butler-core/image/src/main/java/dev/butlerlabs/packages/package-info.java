/** Builds Debian and RPM packages of both tools from the files of a release archive. */
package dev.butlerlabs.packages;
