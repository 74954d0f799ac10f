/** The provider for Amazon EC2 and compatible APIs: machines and load balancers. */
package dev.butlerlabs.core.provider.aws;
