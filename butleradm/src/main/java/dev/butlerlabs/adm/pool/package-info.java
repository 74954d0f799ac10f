/** Commands that manage NetworkPools and IPAllocations. */
package dev.butlerlabs.adm.pool;
