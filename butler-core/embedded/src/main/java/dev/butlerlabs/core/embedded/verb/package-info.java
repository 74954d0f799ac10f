/** Request handlers of the embedded API, one for each verb. */
package dev.butlerlabs.core.embedded.verb;
