/** The file a management cluster is made from: read, checked against everything that can be known beforehand, and rendered as resources. */
package dev.butlerlabs.core.config.bootstrap;
