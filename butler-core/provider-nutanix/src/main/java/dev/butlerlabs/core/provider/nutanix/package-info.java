/** The provider for Nutanix with the v3 API of Prism Central. */
package dev.butlerlabs.core.provider.nutanix;
