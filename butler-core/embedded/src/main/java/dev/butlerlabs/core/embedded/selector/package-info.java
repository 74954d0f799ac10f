/** Label and field selectors of list and watch requests. */
package dev.butlerlabs.core.embedded.selector;
