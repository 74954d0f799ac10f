{{/* The names and the namespace are fixed: the controllers use them for their lease and in the namespaces of tenant clusters. */}}
{{- define "butler.namespace" -}}
{{- if ne .Release.Namespace "butler-system" -}}
{{- fail (printf "the controllers run in namespace butler-system only, not in %s" .Release.Namespace) -}}
{{- end -}}
butler-system
{{- end -}}

{{- define "butler.labels" -}}
{{ include "butler.selector" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end -}}

{{- define "butler.selector" -}}
app.kubernetes.io/name: butler-controllers
{{- end -}}

{{- define "butler.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "butler.user" -}}
system:serviceaccount:{{ include "butler.namespace" . }}:butler-controllers
{{- end -}}
