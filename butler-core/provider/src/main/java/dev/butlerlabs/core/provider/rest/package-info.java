/** An HTTP client for the REST APIs of infrastructures: retries, pages, long-running operations, tokens and redaction. */
package dev.butlerlabs.core.provider.rest;
