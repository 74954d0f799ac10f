package dev.butlerlabs.core.backup.schedule;

/** The fields of the Secrets of a BackupSchedule. */
public final class BackupScheduleSecrets {
    /** A key of 32 bytes. */
    public static final String KEY = "key";

    /** A passphrase, instead of a key. */
    public static final String PASSPHRASE = "passphrase";

    public static final String ACCESS_KEY = "accessKeyID";
    public static final String SECRET_KEY = "secretAccessKey";
    public static final String SESSION_TOKEN = "sessionToken";

    private BackupScheduleSecrets() {}

    /** Returns the name of the Secret with the key that {@code butleradm} creates for a schedule. */
    public static String keyName(String schedule) {
        return schedule + "-backup-key";
    }

    /** Returns the name of the Secret with the credentials that {@code butleradm} creates for a schedule. */
    public static String credentialsName(String schedule) {
        return schedule + "-backup-storage";
    }
}
