package dev.butlerlabs.core.provider.local;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.exception.DockerException;
import dev.butlerlabs.core.error.ButlerException;
import dev.butlerlabs.core.error.ErrorCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LocalErrorMapperTest {
    private static ButlerException classified(int status, String message) {
        return LocalErrorMapper.classified(
                new ButlerException(ErrorCode.DOCKER_REFUSED, message, new DockerException(message, status)));
    }

    @ParameterizedTest
    @CsvSource({
        "400,bad parameter,PROVIDER",
        "400,'range of CPUs is from 0.01 to 2.00, as there are only 2 CPUs available',QUOTA",
        "401,unauthorized,UNAUTHENTICATED",
        "403,authorization denied by plugin,FORBIDDEN",
        "403,network butler-x has active endpoints,CONFLICT",
        "403,Address already in use,CONFLICT",
        "403,Pool overlaps with other one on this address space,PROVIDER",
        "404,No such container: x,NOT_FOUND",
        "409,The container name is already in use,CONFLICT",
        "429,toomanyrequests,THROTTLED",
        "500,write /var/lib/docker: no space left on device,QUOTA",
        "500,driver failed programming external connectivity,PROVIDER_TROUBLED",
        "503,starting,PROVIDER_TROUBLED"
    })
    void classifiesByStatusAndMessage(int status, String message, ErrorCode code) {
        assertThat(classified(status, message).code()).isEqualTo(code);
    }

    @Test
    void keepsTheCodeOfAFailureWithoutAResponse() {
        ButlerException unreachable =
                LocalErrorMapper.classified(new ButlerException(ErrorCode.UNREACHABLE, "permission denied"));
        assertThat(unreachable.code()).isEqualTo(ErrorCode.UNREACHABLE);
        assertThat(unreachable.hint()).contains("group");
    }

    @Test
    void hasAHintForASubnetInUse() {
        assertThat(classified(403, "Pool overlaps with other one").hint()).contains("network.nodeAddresses");
    }
}
