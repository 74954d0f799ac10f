/** Changes of Kubernetes objects as server-sent events: watches that are shared by the browsers of an identity, and bounded queues. */
package dev.butlerlabs.core.server.stream;
