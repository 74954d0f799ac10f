package dev.butlerlabs.core.talos.client;

import java.util.Objects;

/**
 * An alarm of an etcd member.
 *
 * @param memberId member ID as an unsigned number
 */
public record EtcdAlarm(long memberId, Type type) {
    public EtcdAlarm {
        Objects.requireNonNull(type, "type");
    }

    /** The types of alarms. */
    public enum Type {
        /** The database reached its quota, so etcd accepts no writes. */
        NOSPACE,
        /** The data of the member differs from the data of the others. */
        CORRUPT,
        /** A type that this version of Butler does not know. */
        OTHER
    }
}
