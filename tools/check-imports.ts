import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/**
 * Imports go only downward, also at run time: main → routes → features → domain → platform, and among features in
 * the order below. Fails on an upward import, on an import that bypasses another feature's index.ts, and on any
 * cycle of run-time imports. Types can be imported within a layer, because they do not exist at run time, but not
 * upward. A package is published alone, so its source imports nothing of the checkout around it; the command line is
 * published as one program that contains the other packages.
 */

/** Lowest first. A feature imports only features listed before it. */
const FEATURES = [
  'organizations',
  'files',
  'teams',
  'services',
  'areas',
  'capacity',
  'price-items',
  'time-off',
  'leads',
  'customers',
  'properties',
  'equipment',
  'calendar',
  'appointments',
  'bookings',
  'geocoding',
  'routing',
  'dispatch',
  'calendar-feeds',
  'jobs',
  'invoices',
  'my-day',
  'links',
  'messaging',
  'documents',
  'estimates',
  'sign-in',
  'follow-ups',
  'secrets',
  'playbooks',
  'forms',
  'payments',
  'booking-pages',
  'customer-pages',
  'imports',
  'sources',
  'spend',
  'events',
  'webhooks',
  'reports',
  'tasks',
  'lifecycles',
  'inbox',
  'search',
  'exports',
  'privacy',
  'demo-company',
];

/** The parts of a feature, in order; a part imports only parts listed before it. */
const PARTS: Record<string, readonly string[]> = {
  messaging: ['channels', 'templates', 'opt-outs', 'communications', 'inbound', 'sending'],
};

/** What the build of a package puts into it. */
const BUNDLED: Record<string, readonly string[]> = {
  'packages/cli/src/': ['packages/sdk/src/', 'packages/mcp/src/'],
};

/** What pure rules must not import: anything that does I/O. */
const IMPURE = /^(node:|pg$|fastify$)|\/(database|http\/(?!fields)|tasks|outbound)\//;

interface Import {
  from: string;
  to: string;
  isType: boolean;
}

const files = sourceFiles('server').filter(
  (file) => !file.endsWith('.test.ts') && !file.startsWith('server/testing/'),
);
const imports = files.flatMap(importsOf);
const problems = [
  ...imports.flatMap(directionProblem),
  ...imports.flatMap(barrelProblem),
  ...imports.flatMap(partProblem),
  ...files.filter((file) => file.startsWith('server/domain/')).flatMap(purityProblems),
  ...unlistedFeatures(),
  ...sourceFiles('packages').filter(isPackageSource).flatMap(importsOf).flatMap(packageProblem),
  ...cycles(),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) {
  console.error(`${problems.length} import problems. See ARCHITECTURE.md, "Direction".`);
  process.exit(1);
}
console.log(
  `${imports.length} imports of ${files.length} files checked: all go downward, no cycles.`,
);

function sourceFiles(directory: string): string[] {
  return readdirSync(directory).flatMap((name) => {
    const path = join(directory, name);
    if (statSync(path).isDirectory()) return sourceFiles(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

function importsOf(from: string): Import[] {
  const source = readFileSync(from, 'utf8');
  const statements = source.matchAll(
    /^(?:import|export)\s+(type\s+)?((?:(?!^(?:import|export)\b)[^;'])*?)\s*from\s*'(\.[^']+)'/gms,
  );
  return [...statements].map(([, type, names = '', path = '']) => ({
    from,
    to: normalize(join(dirname(from), path)),
    isType: type !== undefined || namesTypesOnly(names),
  }));
}

function namesTypesOnly(names: string): boolean {
  const listed = /^\{([^}]*)\}$/s.exec(names.trim())?.[1];
  if (listed === undefined) return false;
  const each = listed.split(',').map((name) => name.trim());
  return each.every((name) => name === '' || name.startsWith('type '));
}

function featureOf(file: string): string | null {
  return /^server\/features\/([^/]+)\//.exec(file)?.[1] ?? null;
}

/** The platform is 0, the domain 1, features start at 2, and everything that starts the process is above. */
function layerOf(file: string): number {
  if (file.startsWith('server/platform/')) return 0;
  if (file.startsWith('server/domain/')) return 1;
  const feature = featureOf(file);
  return feature === null ? 2 + FEATURES.length : 2 + FEATURES.indexOf(feature);
}

function directionProblem({ from, to }: Import): string[] {
  return layerOf(to) > layerOf(from) ? [`${from} imports ${to}, which is above it.`] : [];
}

function isPackageSource(file: string): boolean {
  return /^packages\/[^/]+\/src\//.test(file) && !file.endsWith('.test.ts');
}

function packageProblem({ from, to }: Import): string[] {
  const source = /^packages\/[^/]+\/src\//.exec(from)?.[0] ?? '';
  const allowed = [source, ...(BUNDLED[source] ?? [])];
  return allowed.some((path) => to.startsWith(path))
    ? []
    : [`${from} imports ${to}, which is not in its package.`];
}

function barrelProblem({ from, to }: Import): string[] {
  const feature = featureOf(to);
  if (feature === null || feature === featureOf(from)) return [];
  return to === `server/features/${feature}/index.ts`
    ? []
    : [`${from} imports ${to}; import another feature only through its index.ts.`];
}

function partProblem({ from, to }: Import): string[] {
  const feature = featureOf(from);
  const parts = feature === null ? undefined : PARTS[feature];
  if (parts === undefined || feature !== featureOf(to)) return [];
  const [own, other] = [from, to].map((file) => parts.indexOf(file.split('/')[3] ?? ''));
  if (own === undefined || other === undefined || own < 0 || other <= own) return [];
  return [`${from} imports ${to}, which is above it in ${feature}.`];
}

function purityProblems(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/^(?:import|export)\b[^;]*from\s*'([^']+)'/gm)]
    .filter(([statement, path = '']) => IMPURE.test(path) && !statement.startsWith('import type'))
    .map(([, path]) => `${file} imports ${path}; domain rules must be pure.`);
}

function unlistedFeatures(): string[] {
  return readdirSync('server/features')
    .filter((name) => !FEATURES.includes(name))
    .map((name) => `server/features/${name} is missing in FEATURES of tools/check-imports.ts.`);
}

/** Every strongly connected group of files, by Tarjan's algorithm. */
function cycles(): string[] {
  const next = new Map<string, string[]>(files.map((file) => [file, []]));
  for (const { from, to, isType } of imports) if (!isType) next.get(from)?.push(to);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const stack: string[] = [];
  const found: string[] = [];
  const visit = (file: string): number => {
    let low = order.size;
    order.set(file, low);
    lowest.set(file, low);
    stack.push(file);
    for (const other of next.get(file) ?? []) {
      if (!next.has(other)) continue;
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (stack.includes(other)) low = Math.min(low, lowest.get(other) ?? low);
    }
    lowest.set(file, low);
    if (low !== order.get(file)) return low;
    const group = stack.splice(stack.indexOf(file));
    if (group.length > 1)
      found.push(`${group.length} files import each other: ${group.join(', ')}`);
    return low;
  };
  for (const file of files) if (!order.has(file)) visit(file);
  return found;
}
