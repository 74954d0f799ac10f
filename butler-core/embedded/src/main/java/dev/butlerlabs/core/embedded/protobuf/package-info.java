/** Reads built-in kinds that arrive as protocol buffers, the form in which kubectl sends what it creates from flags. */
package dev.butlerlabs.core.embedded.protobuf;
