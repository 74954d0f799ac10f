/** JSON Patch (RFC 6902) and comparison of JSON values with the semantics of the Kubernetes API server. */
package dev.butlerlabs.core.jsonpatch;
