/** Reconciles users, identity providers and the platform settings. */
package dev.butlerlabs.core.identity;
