/** The operations of the API. Each one acts on the Kubernetes API as the user of the session. */
package dev.butlerlabs.core.server.rest;
