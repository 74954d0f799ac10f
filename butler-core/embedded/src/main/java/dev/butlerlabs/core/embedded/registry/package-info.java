/** Reads and writes objects under the rules that all resource types share: creation, update, deletion, conflicts and field ownership. */
package dev.butlerlabs.core.embedded.registry;
