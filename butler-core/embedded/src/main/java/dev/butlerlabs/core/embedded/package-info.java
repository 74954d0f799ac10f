/** The embedded Kubernetes API: custom resources and the few built-in kinds Butler needs, over HTTPS on loopback, durable on disk. */
package dev.butlerlabs.core.embedded;
