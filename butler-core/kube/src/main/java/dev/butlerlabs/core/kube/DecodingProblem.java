package dev.butlerlabs.core.kube;

import com.fasterxml.jackson.core.exc.InputCoercionException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import java.util.stream.Stream;

/** Describes why an object could not be decoded, without the text values of the object, which could be secrets. */
final class DecodingProblem {
    private DecodingProblem() {}

    /** Returns the field and the reason, such as {@code spec.workers.replicas: is out of range for int}. */
    static String of(Throwable failure) {
        String path = failure instanceof JsonMappingException mapping ? path(mapping) : "";
        String reason = reason(failure);
        return path.isEmpty() ? reason : path + ": " + reason;
    }

    private static String path(JsonMappingException failure) {
        StringBuilder path = new StringBuilder();
        for (Reference step : failure.getPath()) {
            if (step.getFieldName() == null) {
                path.append('[').append(step.getIndex()).append(']');
            } else {
                path.append(path.isEmpty() ? "" : ".").append(step.getFieldName());
            }
        }
        return path.toString();
    }

    private static String reason(Throwable failure) {
        return Stream.iterate(failure, cause -> cause != null, Throwable::getCause)
                .limit(12)
                .map(DecodingProblem::reasonOf)
                .filter(text -> !text.isEmpty())
                .reduce((outer, inner) -> inner)
                .orElse("cannot be decoded");
    }

    private static String reasonOf(Throwable failure) {
        return switch (failure) {
            case InputCoercionException range -> "is out of range for " + type(range.getTargetType());
            case InvalidFormatException format -> "is not a valid " + type(format.getTargetType());
            case ValueInstantiationException _ -> "has a value that is not allowed";
            case MismatchedInputException mismatch
            when mismatch.getTargetType() != null -> "is not a valid " + type(mismatch.getTargetType());
            default -> "";
        };
    }

    private static String type(Class<?> type) {
        return type == null ? "number" : type.getSimpleName();
    }
}
