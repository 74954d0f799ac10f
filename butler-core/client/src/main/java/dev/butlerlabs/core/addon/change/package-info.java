/** What people ask of the addons of a cluster. */
package dev.butlerlabs.core.addon.change;
