/** Asks the API server who a user is and what it may do, and explains the answer. */
package dev.butlerlabs.core.identity.access;
