/** How the server acts on the Kubernetes API as its users: their identities, connections and permissions. */
package dev.butlerlabs.core.server.access;
