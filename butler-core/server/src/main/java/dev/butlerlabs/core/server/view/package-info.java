/** The records that the API returns, and how they are read from custom resources. Pure functions, without requests. */
package dev.butlerlabs.core.server.view;
