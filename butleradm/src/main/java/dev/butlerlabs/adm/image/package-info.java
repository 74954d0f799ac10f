/** Commands for boot images. */
package dev.butlerlabs.adm.image;
