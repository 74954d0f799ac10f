/**
 * Runs reconcilers: steps and their results, conditions, events, backoff and leader election. Hides the Java Operator SDK from other
 * packages.
 */
package dev.butlerlabs.core.reconcile;
