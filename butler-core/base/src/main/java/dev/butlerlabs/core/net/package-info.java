/** IPv4 and IPv6 addresses, ranges and CIDR blocks with one strict parser. */
package dev.butlerlabs.core.net;
