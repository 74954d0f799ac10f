/** Helpers for the tests of every module: the checkout, golden files and a clock that tests advance. */
package dev.butlerlabs.core.testing;
