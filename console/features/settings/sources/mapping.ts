/** How the mapping of a source is typed: a field for each usual value, and lines for others. Pure. */

export const TARGETS = [
  ...(['id', 'name', 'phone', 'email'] as const),
  ...(['service_needed', 'address', 'notes', 'language'] as const),
];

type Mapping = Readonly<Record<string, string>>;

/** "metadata.budget = /budget", one per line. */
export function otherLines(mapping: Mapping): string {
  const others = Object.entries(mapping).filter(([name]) => !TARGETS.some((one) => one === name));
  return others.map(([name, where]) => `${name} = ${where}`).join('\n');
}

/** What was typed; `wrongLine` is the first line that has no field or no value. */
export function mappingIn(
  typedFor: (target: string) => string,
  lines: string,
): { mapping: Mapping } | { wrongLine: string } {
  const mapping: Record<string, string> = {};
  for (const target of TARGETS) {
    const where = typedFor(target).trim();
    if (where !== '') mapping[target] = where;
  }
  for (const line of lines.split('\n').filter((one) => one.trim() !== '')) {
    const [, name, where] = /^\s*([^\s=]+)\s*=\s*(\S.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || where === undefined) return { wrongLine: line.trim() };
    mapping[name] = where;
  }
  return { mapping };
}
