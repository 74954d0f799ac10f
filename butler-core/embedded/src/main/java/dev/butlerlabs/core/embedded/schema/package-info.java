/** What an API server does with the schema of a kind: pruning, defaulting, validation, tables and OpenAPI documents. */
package dev.butlerlabs.core.embedded.schema;
