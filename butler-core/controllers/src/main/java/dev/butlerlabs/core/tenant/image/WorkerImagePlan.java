package dev.butlerlabs.core.tenant.image;

import dev.butlerlabs.core.error.InputProblem;
import dev.butlerlabs.core.provider.ImageArtifact;
import dev.butlerlabs.core.provider.ImageId;
import java.util.List;
import java.util.Objects;

/** Whether the image of a cluster's workers is transferred automatically, and which one. Decided from specs alone. */
public sealed interface WorkerImagePlan {
    /**
     * The image is not transferred automatically.
     *
     * @param reason message for the user
     */
    record NotAutomatic(String reason) implements WorkerImagePlan {
        public NotAutomatic {
            Objects.requireNonNull(reason, "reason");
        }
    }

    /** The schematic or the version is not valid. */
    record Invalid(List<InputProblem> problems) implements WorkerImagePlan {
        public Invalid {
            problems = List.copyOf(problems);
        }
    }

    /** The image is transferred automatically. */
    record Automatic(String schematic, String version) implements WorkerImagePlan {
        private static final String ARCHITECTURE = "amd64";

        public Automatic {
            Objects.requireNonNull(schematic, "schematic");
            Objects.requireNonNull(version, "version");
        }

        /** Returns the image for an infrastructure. Workers have the architecture amd64. */
        public ImageId on(ImageArtifact artifact) {
            return new ImageId(schematic, version, ARCHITECTURE, artifact.platform(), artifact.format());
        }
    }
}
