/** Commands for Talos: secrets, machine configurations, patches, images and running nodes. */
package dev.butlerlabs.adm.talos;
