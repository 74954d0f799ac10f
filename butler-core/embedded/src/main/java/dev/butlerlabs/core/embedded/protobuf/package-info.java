/** Decodes built-in resources in protobuf, the encoding in which kubectl sends objects that it creates from flags. */
package dev.butlerlabs.core.embedded.protobuf;
