/** Reads YAML and JSON text from users with limits on size, depth and alias expansion. All other packages read YAML through this one. */
package dev.butlerlabs.core.yaml;
