/** Every way an API server lets an object be changed in part, and the record of who owns which field. */
package dev.butlerlabs.core.embedded.patch;
