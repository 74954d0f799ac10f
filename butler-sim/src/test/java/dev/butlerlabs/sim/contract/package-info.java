/** What every provider must do, shown on every simulated infrastructure, whatever goes wrong there. */
package dev.butlerlabs.sim.contract;
