/** The provider for Harvester: KubeVirt virtual machines with their volumes and secrets in one namespace. */
package dev.butlerlabs.core.provider.harvester;
