/** Computes how many load balancer addresses a tenant cluster needs. Pure functions without side effects. */
package dev.butlerlabs.core.ipam.elastic;
