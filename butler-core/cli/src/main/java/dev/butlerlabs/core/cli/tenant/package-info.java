/** Input of commands for tenant clusters. */
package dev.butlerlabs.core.cli.tenant;
