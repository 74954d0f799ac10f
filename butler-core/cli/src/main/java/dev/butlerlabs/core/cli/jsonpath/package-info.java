/** JSONPath templates in the dialect of kubectl. */
package dev.butlerlabs.core.cli.jsonpath;
