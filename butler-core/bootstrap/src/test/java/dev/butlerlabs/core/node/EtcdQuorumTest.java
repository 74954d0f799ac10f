package dev.butlerlabs.core.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.core.talos.client.EtcdMember;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Members are named a, b, c …; the operation concerns a. */
final class EtcdQuorumTest {
    private static EtcdMember member(String name, boolean learner) {
        return new EtcdMember(name.charAt(0), name, List.of(), List.of(), learner);
    }

    private static EtcdQuorum quorum(String voters, String healthy) {
        return new EtcdQuorum(
                voters.chars()
                        .mapToObj(name -> member(Character.toString(name), false))
                        .toList(),
                Set.copyOf(healthy.chars().mapToObj(Character::toString).toList()));
    }

    @ParameterizedTest
    @CsvSource({
        "abc, abc, true",
        "abc, bc, true",
        "abc, ab, false",
        "abc, b, false",
        "abcde, abcde, true",
        "abcde, bcd, true",
        "abcde, abc, false",
        "ab, ab, true",
        "ab, a, false",
        "a, a, false",
        "abcd, abc, true",
        "abcd, abcd, true"
    })
    void removesAMemberOnlyIfTheOthersHaveAQuorum(String voters, String healthy, boolean isAllowed) {
        assertThat(quorum(voters, healthy).objectionToRemoval("a").isEmpty()).isEqualTo(isAllowed);
    }

    @ParameterizedTest
    @CsvSource({"abc, abc, true", "abc, bc, true", "abc, ab, false", "ab, ab, false", "a, a, false", "abcde, abcd, true"
    })
    void stopsAMemberOnlyIfTheOthersKeepTheQuorum(String voters, String healthy, boolean isAllowed) {
        assertThat(quorum(voters, healthy).objectionToPause("a").isEmpty()).isEqualTo(isAllowed);
    }

    @Test
    void removesNothingWithoutAList() {
        assertThat(new EtcdQuorum(List.of(), Set.of()).objectionToRemoval("a"))
                .hasValueSatisfying(reason -> assertThat(reason).contains("not known"));
    }

    @Test
    void aLearnerDoesNotVote() {
        EtcdQuorum quorum = new EtcdQuorum(
                List.of(member("a", true), member("b", false), member("c", false)), Set.of("a", "b", "c"));

        assertThat(quorum.objectionToRemoval("a")).isEmpty();
        assertThat(quorum.objectionToRemoval("b")).isEmpty();
        assertThat(quorum.objectionToPause("b")).isPresent();
    }

    @Test
    void findsAMemberWithAQualifiedHostName() {
        assertThat(new EtcdQuorum(List.of(member("demo-cp-1.example.com", false)), Set.of()).member("demo-cp-1"))
                .isPresent();
    }
}
