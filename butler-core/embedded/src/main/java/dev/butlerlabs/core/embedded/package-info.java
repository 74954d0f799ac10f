/**
 * The embedded Kubernetes API: custom resources and the built-in resources that Butler needs, served over HTTPS on 127.0.0.1 and stored
 * durably on disk.
 */
package dev.butlerlabs.core.embedded;
