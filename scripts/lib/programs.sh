# Runs the command-line tests on programs. Sourced by scripts/test and scripts/native.

# These tests do not start a program, so they are excluded.
not_of_programs='!ReadmeTest,!CrashExplorerTest,!FaultTableTest,!EngineSelectionTest'

# module_of TOOL: prints the directory of the module that builds a tool.
module_of() {
    case $1 in
        butler-controllers) printf 'butler-core/operator\n' ;;
        *) printf '%s\n' "$1" ;;
    esac
}

# run_command_line_tests DIRECTORY-OF-PROGRAMS [MAVEN-ARGUMENT...]: only those in tests_of_programs if it is set, in the syntax of surefire.
run_command_line_tests() (
    directory=$1
    shift
    cd "$root"
    MAVEN_OPTS="${MAVEN_OPTS-} --sun-misc-unsafe-memory-access=allow --enable-native-access=ALL-UNNAMED" \
        mvn -B -fae -Dquick -Dspotless.check.skip=true -pl butleradm,butlerctl -am test \
        "-Dtest=${tests_of_programs:-dev.butlerlabs.adm.**,dev.butlerlabs.ctl.**,$not_of_programs}" -Dsurefire.failIfNoSpecifiedTests=false \
        "-Dbutler.binary.dir=$directory" "$@"
)
