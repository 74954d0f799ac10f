/** What happens by itself: owned objects follow their owners, namespaces and definitions are emptied before they go. */
package dev.butlerlabs.core.embedded.gc;
