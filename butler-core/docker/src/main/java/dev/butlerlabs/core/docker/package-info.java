/** The subset of the Docker API that KIND needs. Types of the client library are not exposed. */
package dev.butlerlabs.core.docker;
