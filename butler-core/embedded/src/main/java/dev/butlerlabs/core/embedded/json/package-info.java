/** Documents as the embedded API reads and writes them: JSON and YAML to trees, trees to bytes. */
package dev.butlerlabs.core.embedded.json;
