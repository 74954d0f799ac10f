package dev.butlerlabs.adm.team;

import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.identity.change.TeamMember;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Members of a new team, each as {@code NAME=ROLE}. */
record MemberInput(List<String> users, List<String> groups) {
    MemberInput {
        users = List.copyOf(users);
        groups = List.copyOf(groups);
    }

    /** @throws ButlerException with every value that is not valid */
    List<TeamMember> members() {
        List<TeamMember> members = new ArrayList<>();
        List<InputProblem> problems = new ArrayList<>();
        users.forEach(text -> parse("--member", text, false, members, problems));
        groups.forEach(text -> parse("--member-group", text, true, members, problems));
        if (!problems.isEmpty()) {
            throw ButlerException.invalid("Invalid members:", problems);
        }
        return members;
    }

    private static void parse(
            String flag, String text, boolean group, List<TeamMember> members, List<InputProblem> problems) {
        // Names of groups can contain the sign.
        int end = text.lastIndexOf('=');
        Optional<MemberRole> role = Arrays.stream(MemberRole.values())
                .filter(known -> end > 0 && known.toString().equals(text.substring(end + 1)))
                .findFirst();
        role.ifPresentOrElse(
                found -> members.add(new TeamMember(text.substring(0, end), group, found.role())),
                () -> problems.add(new InputProblem(
                        flag,
                        "invalid value \"%s\"".formatted(text),
                        "must be NAME=ROLE with one of the roles admin, operator, viewer")));
    }
}
