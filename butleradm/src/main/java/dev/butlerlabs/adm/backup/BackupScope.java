package dev.butlerlabs.adm.backup;

/** What a backup of a management cluster contains in addition to its objects. */
record BackupScope(boolean includesEtcd, boolean includesTenants) {
    static final BackupScope COMPLETE = new BackupScope(true, true);
}
