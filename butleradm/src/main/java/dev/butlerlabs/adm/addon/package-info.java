/** Commands that manage addons of the management cluster. */
package dev.butlerlabs.adm.addon;
