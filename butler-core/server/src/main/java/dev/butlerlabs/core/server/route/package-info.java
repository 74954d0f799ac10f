/** The declaration of the routes under {@code /api}, their dispatch, and the OpenAPI document that is generated from them. */
package dev.butlerlabs.core.server.route;
