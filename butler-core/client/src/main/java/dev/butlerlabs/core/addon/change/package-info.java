/** Changes the addons of a cluster on behalf of the command-line tools. */
package dev.butlerlabs.core.addon.change;
