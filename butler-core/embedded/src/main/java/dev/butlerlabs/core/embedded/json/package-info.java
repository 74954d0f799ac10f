/** Reads JSON and YAML into trees and writes trees as JSON and YAML. */
package dev.butlerlabs.core.embedded.json;
