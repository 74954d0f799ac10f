/** Label and field selectors: which objects of a kind a list or watch is about. */
package dev.butlerlabs.core.embedded.selector;
