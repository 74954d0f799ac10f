/** Commands for the addons of tenant clusters. */
package dev.butlerlabs.ctl.addon;
