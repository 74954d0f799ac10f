/** NetworkPool and IPAllocation: who has which addresses. */
package dev.butlerlabs.core.ipam;
