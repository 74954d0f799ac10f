/** Writes plain data as YAML, for reading and for `kubectl apply`. Texts that YAML would read as another type are quoted. */
export function toYaml(value: unknown): string {
  if (isScalar(value)) return `${scalar(value)}\n`;
  return lines(value, '').join('\n') + '\n';
}

function lines(value: unknown, indent: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => listItem(item, indent));
  return Object.entries(value as Record<string, unknown>)
    .filter(([, member]) => member !== undefined)
    .flatMap(([key, member]) => entry(key, member, indent));
}

function entry(key: string, value: unknown, indent: string): string[] {
  const name = indent + scalar(key);
  if (isScalar(value)) return [...scalarLines(`${name}: `, value, indent)];
  return [`${name}:`, ...lines(value, Array.isArray(value) ? indent : `${indent}  `)];
}

function listItem(item: unknown, indent: string): string[] {
  if (isScalar(item)) return scalarLines(`${indent}- `, item, indent);
  const [first = '', ...rest] = lines(item, `${indent}  `);
  return [`${indent}- ${first.slice(indent.length + 2)}`, ...rest];
}

function scalarLines(prefix: string, value: unknown, indent: string): string[] {
  if (typeof value !== 'string' || !isBlock(value)) return [prefix + scalar(value)];
  const body = value.endsWith('\n') ? value.slice(0, -1) : value;
  return [`${prefix}|${value.endsWith('\n') ? '' : '-'}`, ...body.split('\n').map((line) => (line ? `${indent}  ${line}` : ''))];
}

/** Several lines that a literal block keeps as they are. */
function isBlock(text: string): boolean {
  return text.trimEnd().includes('\n') && !/^\s|[ \t]\n|\n\n$|[^\n\t\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/.test(text) && !text.endsWith(' ');
}

function isScalar(value: unknown): boolean {
  return typeof value !== 'object' || value === null || (Array.isArray(value) ? value.length === 0 : Object.keys(value).length === 0);
}

const NOT_PLAIN = /^$|^[\s\-?:,[\]{}#&*!|>'"%@`]|: |:$| #|[\n\t\\]|\s$|^(true|false|yes|no|on|off|null|y|n|~)$|^[-+.]?\d|^\.(inf|nan)$|^=|[^\x20-\x7e\u00a0-\ud7ff\ue000-\ufffd]/i;

/** Versions such as v1.31.4 and addresses with two dots or more are texts in every schema of YAML. */
function scalar(value: unknown): string {
  if (Array.isArray(value)) return '[]';
  if (typeof value === 'object' && value !== null) return '{}';
  if (typeof value !== 'string') return String(value ?? 'null');
  if (/^\d+(\.\d+){2,}(\/\d+)?$/.test(value)) return value;
  if (/^\d+(\.\d+)?(Ki|Mi|Gi|Ti|Pi|h|m|s)$/.test(value)) return value;
  return NOT_PLAIN.test(value) ? JSON.stringify(value) : value;
}
