/** Allocates addresses: reconciles NetworkPools and IPAllocations. */
package dev.butlerlabs.core.ipam;
