/**
 * Creates, changes and observes tenant clusters on behalf of the command-line tools: requests, validation, upgrade plans and API access.
 */
package dev.butlerlabs.core.tenant.change;
