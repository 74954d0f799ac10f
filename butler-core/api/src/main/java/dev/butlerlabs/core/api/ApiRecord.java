package dev.butlerlabs.core.api;

import com.fasterxml.jackson.annotation.JacksonAnnotationsInside;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a record that is part of a custom resource: it ignores unknown fields when read, omits absent fields when written, and
 * has a builder ({@code MachineRequestStatusBuilder.builder(old).phase(...).build()}).
 */
@JacksonAnnotationsInside
@JsonIgnoreProperties(ignoreUnknown = true)
@JsonInclude(value = JsonInclude.Include.CUSTOM, valueFilter = AbsentValue.class)
@RecordBuilder.Template(
        options =
                @RecordBuilder.Options(
                        enableWither = false,
                        enableGetters = false,
                        inheritComponentAnnotations = false))
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.TYPE)
@interface ApiRecord {}
