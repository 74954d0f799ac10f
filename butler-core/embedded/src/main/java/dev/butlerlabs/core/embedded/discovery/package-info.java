/** API discovery: groups, versions, resources, OpenAPI schemas and the server version. */
package dev.butlerlabs.core.embedded.discovery;
