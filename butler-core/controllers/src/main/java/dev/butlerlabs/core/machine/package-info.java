/** Reconciles MachineRequests, LoadBalancerRequests and ProviderConfigs for all infrastructures. */
package dev.butlerlabs.core.machine;
