/** Cluster API and the hosting of control planes, as far as tenant clusters are made by them: the same objects, the same status, no machines. */
package dev.butlerlabs.sim.tenant;
