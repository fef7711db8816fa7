{{- define "lockscope.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "lockscope.selector" -}}
app.kubernetes.io/name: {{ .Chart.Name }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{- define "lockscope.labels" -}}
{{ include "lockscope.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "lockscope.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{- define "lockscope.hosts" -}}
{{- $name := include "lockscope.name" . -}}
{{- $hosts := list $name (printf "%s.%s" $name .Release.Namespace) (printf "%s.%s.svc" $name .Release.Namespace) -}}
{{- if .Values.ingress.enabled -}}
{{- $hosts = append $hosts (required "ingress.host is missing" .Values.ingress.host) -}}
{{- end -}}
{{- concat $hosts .Values.allowedHosts | join "," -}}
{{- end -}}

{{- /* Settings that cannot work end here, with a reason, and not in a console that does not start. */ -}}
{{- define "lockscope.check" -}}
{{- $own := not (empty .Values.config) -}}
{{- $isNamed := dict -}}
{{- range .Values.env }}{{ $_ := set $isNamed .name true }}{{ end -}}
{{- if and $own .Values.existingSecret -}}
{{- fail "set config or existingSecret, not both" -}}
{{- end -}}
{{- if not (or $own .Values.existingSecret (hasKey $isNamed "LOCKSCOPE_REDIS_URL") .Values.envFrom) -}}
{{- fail "there is nothing to watch: set config, existingSecret, or LOCKSCOPE_REDIS_URL in env" -}}
{{- end -}}
{{- if and $own (not (hasKey .Values.config "signIn")) -}}
{{- fail "config.signIn is missing: others reach the console, so people have to sign in" -}}
{{- end -}}
{{- if gt (int .Values.replicas) 1 -}}
{{- if not .Values.history.secretName -}}
{{- fail "several replicas take one history in PostgreSQL: set history.secretName" -}}
{{- end -}}
{{- if not .Values.coordination.secretName -}}
{{- fail "several replicas take a Redis by which they share the work: set coordination.secretName" -}}
{{- end -}}
{{- if and .Values.persistence.enabled (not .Values.persistence.existingClaim) (ne .Values.persistence.accessMode "ReadWriteMany") -}}
{{- fail "several replicas take a volume with persistence.accessMode ReadWriteMany, or none (persistence.enabled false)" -}}
{{- end -}}
{{- end -}}
{{- end -}}
