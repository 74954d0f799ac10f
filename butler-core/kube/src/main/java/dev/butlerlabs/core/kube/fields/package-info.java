/** Lists Kubernetes objects of which only some fields are needed, without decoding whole objects. */
package dev.butlerlabs.core.kube.fields;
