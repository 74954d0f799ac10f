/** What can go wrong: a kind with its exit code, a sentence, a hint and a stable code that can be explained. */
package dev.butlerlabs.core.error;
