/** Executes an upgrade of a management cluster: observes it, decides on the next change, makes it, and waits until it is complete. */
package dev.butlerlabs.core.rollout;
