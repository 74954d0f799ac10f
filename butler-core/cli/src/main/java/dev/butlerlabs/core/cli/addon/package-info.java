/** How both tools ask for addons and show them. */
package dev.butlerlabs.core.cli.addon;
