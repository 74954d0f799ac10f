{{/* The name and the namespace are fixed, as for the controllers. */}}
{{- define "console.namespace" -}}
{{- if ne .Release.Namespace "butler-system" -}}
{{- fail (printf "the console runs in namespace butler-system only, not in %s" .Release.Namespace) -}}
{{- end -}}
butler-system
{{- end -}}

{{- define "console.labels" -}}
{{ include "console.selector" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 }}
{{- end -}}

{{- define "console.selector" -}}
app.kubernetes.io/name: butler-console
{{- end -}}

{{- define "console.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "console.baseUrl" -}}
{{- if .Values.baseUrl -}}
{{ .Values.baseUrl }}
{{- else if and .Values.ingress.enabled .Values.ingress.host -}}
https://{{ .Values.ingress.host }}
{{- else -}}
{{- fail "the console needs its public address: set baseUrl, or ingress.enabled and ingress.host" -}}
{{- end -}}
{{- end -}}
