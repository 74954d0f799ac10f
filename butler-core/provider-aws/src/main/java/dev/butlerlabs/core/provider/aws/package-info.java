/** Machines and load balancers on Amazon EC2, or on anything that speaks its API. */
package dev.butlerlabs.core.provider.aws;
