# Runs the command-line tests on built programs. Sourced by scripts/test and scripts/native.

# Tests of what lies behind the commands never start a program and would only take their time.
not_of_programs='!ReadmeTest,!CrashExplorerTest,!FaultTableTest,!EngineChoiceTest'

# run_command_line_tests FOLDER-OF-PROGRAMS [MAVEN-ARGUMENT...]
run_command_line_tests() (
    folder=$1
    shift
    cd "$root"
    MAVEN_OPTS="${MAVEN_OPTS-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
        mvn -B -fae -Dquick -Dspotless.check.skip=true -pl butleradm,butlerctl -am test \
        "-Dtest=dev.butlerlabs.adm.**,dev.butlerlabs.ctl.**,$not_of_programs" -Dsurefire.failIfNoSpecifiedTests=false \
        "-Dbutler.binary.dir=$folder" "$@"
)
