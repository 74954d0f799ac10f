/** MachineRequest, LoadBalancerRequest and ProviderConfig brought about, for every infrastructure, once. */
package dev.butlerlabs.core.machine;
