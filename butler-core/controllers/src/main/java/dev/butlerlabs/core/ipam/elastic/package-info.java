/** How many load balancer addresses a tenant cluster needs, decided without touching anything. */
package dev.butlerlabs.core.ipam.elastic;
