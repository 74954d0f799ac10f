/** Connection to the management cluster. */
package dev.butlerlabs.adm.management;
