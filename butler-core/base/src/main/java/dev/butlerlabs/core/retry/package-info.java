/** Retries of calls that failed: which failures, how often and after which delays. */
package dev.butlerlabs.core.retry;
