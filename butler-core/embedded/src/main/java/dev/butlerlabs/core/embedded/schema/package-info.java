/** Schemas: structural validation, CEL rules, pruning, defaulting, table columns and OpenAPI documents. */
package dev.butlerlabs.core.embedded.schema;
