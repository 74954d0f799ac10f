/** An infrastructure in memory, for tests of those who use infrastructures. */
package dev.butlerlabs.core.provider.testing;
