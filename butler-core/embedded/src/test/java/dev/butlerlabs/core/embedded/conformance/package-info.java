/** One suite of cases, told in YAML, that every Kubernetes API server has to pass: the real one and the embedded one. */
package dev.butlerlabs.core.embedded.conformance;
