/** Decides what objects of one namespace may do with objects of another: references, teams, and access to ProviderConfigs. */
package dev.butlerlabs.core.boundary;
