/** Commands that manage addons of tenant clusters. */
package dev.butlerlabs.ctl.addon;
