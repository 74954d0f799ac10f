/** Converts records to JSON, JSON to records, and records to JSON Schema, by their components. */
package dev.butlerlabs.core.server.json;
