package dev.butlerlabs.core.embedded.schema;

import dev.cel.runtime.CelRuntime;
import java.util.Optional;

/**
 * A compiled validation rule.
 *
 * @param comparesWithOld whether it uses {@code oldSelf}, so that it can only be evaluated if there is an old value
 */
record CompiledRule(
        SchemaNode.Rule source,
        CelRuntime.Program program,
        boolean comparesWithOld,
        Optional<CelRuntime.Program> message) {}
