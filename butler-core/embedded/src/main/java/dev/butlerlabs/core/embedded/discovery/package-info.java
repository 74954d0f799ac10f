/** What the embedded API tells clients about itself: groups, versions, resources, and its own version. */
package dev.butlerlabs.core.embedded.discovery;
