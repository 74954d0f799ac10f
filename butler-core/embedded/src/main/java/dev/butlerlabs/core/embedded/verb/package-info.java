/** What the embedded API does for each kind of request: one small handler for each verb, over the registry. */
package dev.butlerlabs.core.embedded.verb;
