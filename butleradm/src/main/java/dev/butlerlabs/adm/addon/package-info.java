/** Commands for the addons of the management cluster. */
package dev.butlerlabs.adm.addon;
