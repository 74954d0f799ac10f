/** The certificates of a management cluster: where they are, when they expire, and how client certificates are renewed. */
package dev.butlerlabs.core.certificate;
