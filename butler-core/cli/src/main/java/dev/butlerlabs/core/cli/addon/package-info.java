/** Addon options and output shared by both tools. */
package dev.butlerlabs.core.cli.addon;
