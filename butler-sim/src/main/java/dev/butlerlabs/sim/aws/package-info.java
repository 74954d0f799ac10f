/**
 * A simulated AWS region on loopback: EC2, Elastic Load Balancing, Service Quotas and STS with their wire protocols.
 */
package dev.butlerlabs.sim.aws;
