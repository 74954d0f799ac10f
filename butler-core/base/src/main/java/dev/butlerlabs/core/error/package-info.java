/** Errors for users: categories with exit codes, stable error codes, messages and hints. */
package dev.butlerlabs.core.error;
