/** The status of a management cluster: what is read, which problems follow from it, and how severe they are; and its support bundle. */
package dev.butlerlabs.core.status;
