/** Tenant clusters as people ask for them, change them and wait for them: requests, checks, plans and the doors to their API. */
package dev.butlerlabs.core.tenant.change;
