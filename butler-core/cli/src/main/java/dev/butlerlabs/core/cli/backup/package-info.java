/** Options of the commands for backups, for both tools. */
package dev.butlerlabs.core.cli.backup;
