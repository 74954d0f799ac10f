package dev.butlerlabs.sim.tenant;

import dev.butlerlabs.sim.cluster.control.Waits;

/** What those who make clusters look at. */
record World(Shelf shelf, Waits waits, TenantTempo tempo) {}
