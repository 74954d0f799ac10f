/** The host for reconcilers: steps and their results, conditions, events, back-off, leader election; Java Operator SDK stays inside. */
package dev.butlerlabs.core.reconcile;
