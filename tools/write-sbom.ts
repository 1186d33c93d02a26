import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * npm run sbom: writes sbom.json, the list of everything that runs in production (CycloneDX), from the lock file. Fails
 * if a package of the lock file is missing in it, or has no version, address or hash.
 */
interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  hashes?: { alg: string; content: string }[];
}

interface Bom {
  bomFormat: string;
  specVersion: string;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

interface LockedPackage {
  version: string;
  dev?: boolean;
  /** A package of this repository. */
  link?: boolean;
}

const ROOT = join(import.meta.dirname, '..');
const { name, version } = readJson('package.json');
const bom: Bom = listPackages();
const problems = [
  ...wrongForm(),
  ...missingPackages(),
  ...wrongComponents(),
  ...brokenReferences(),
];
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}
writeFileSync(join(ROOT, 'sbom.json'), `${JSON.stringify(bom, null, 2)}\n`);
console.log(`sbom.json lists ${bom.components.length} packages of ${name} ${version}.`);

function readJson(path: string) {
  return JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
}

function wrongForm(): string[] {
  const isCycloneDx = bom.bomFormat === 'CycloneDX' && /^1\.\d$/.test(bom.specVersion);
  return isCycloneDx ? [] : [`not CycloneDX: ${bom.bomFormat} ${bom.specVersion}`];
}

/**
 * Everything that the lock file names, without what is only for development. `--omit dev` of npm also leaves out
 * packages that production and development share, such as pg-types.
 */
function listPackages(): Bom {
  const text = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  const all: Bom = JSON.parse(text);
  const needed = new Set(neededPackages());
  const components = all.components.filter((one) => needed.has(nameOf(one)));
  const refs = new Set([all.metadata.component, ...components].map((one) => one['bom-ref']));
  const dependencies = all.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) }));
  // npm takes the name of the folder.
  all.metadata.component.name = name;
  return { ...all, components, dependencies };
}

function neededPackages(): string[] {
  const locked: Record<string, LockedPackage> = readJson('package-lock.json').packages;
  return Object.entries(locked)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, one]) => `${path.split('node_modules/').at(-1)}@${one.version}`);
}

function nameOf(component: Component): string {
  return `${component.name}@${component.version}`;
}

function missingPackages(): string[] {
  const listed = new Set(bom.components.map(nameOf));
  return neededPackages()
    .filter((one) => !listed.has(one))
    .map((one) => `${one} is in package-lock.json, but not in the list`);
}

function wrongComponents(): string[] {
  return bom.components.flatMap(({ 'bom-ref': ref, purl, hashes = [] }) => [
    ...(purl.startsWith('pkg:npm/') ? [] : [`${ref} has no address`]),
    ...(hashes.some(({ content }) => /^[0-9a-f]{64,}$/.test(content))
      ? []
      : [`${ref} has no hash`]),
  ]);
}

function brokenReferences(): string[] {
  const known = new Set([bom.metadata.component, ...bom.components].map((one) => one['bom-ref']));
  return bom.dependencies
    .flatMap(({ ref, dependsOn }) => [ref, ...dependsOn])
    .filter((ref) => !known.has(ref))
    .map((ref) => `${ref} is a dependency, but not in the list`);
}
