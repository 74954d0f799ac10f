/** Objects in and out of the store under the rules all kinds share: creation, update, deletion, concurrency and ownership. */
package dev.butlerlabs.core.embedded.registry;
