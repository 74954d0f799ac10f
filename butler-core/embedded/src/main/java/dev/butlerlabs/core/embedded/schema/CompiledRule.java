package dev.butlerlabs.core.embedded.schema;

import dev.cel.runtime.CelRuntime;
import java.util.Optional;

/**
 * A rule ready to be asked.
 *
 * @param comparesWithOld whether it speaks about the old value, so that it can only be asked where there is one
 */
record CompiledRule(
        SchemaNode.Rule source,
        CelRuntime.Program program,
        boolean comparesWithOld,
        Optional<CelRuntime.Program> message) {}
