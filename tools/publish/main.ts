import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

/**
 * Builds every package, packs it as it would be published, checks the result, and prints the commands that publish it.
 * It never talks to the registry with a right to write.
 */
const CHECKOUT = join(import.meta.dirname, '../..');
const TOOLS = join(import.meta.dirname, 'node_modules/.bin');

interface Package {
  directory: string;
  name: string;
  version: string;
  manifest: Record<string, unknown>;
}

interface Packed {
  filename: string;
  size: number;
  files: { path: string }[];
}

const packages = readdirSync(join(CHECKOUT, 'packages'))
  .map((folder) => readPackage(join(CHECKOUT, 'packages', folder)))
  .filter((one) => one.manifest.private !== true);
if (!existsSync(TOOLS)) run('npm', ['ci', '--ignore-scripts', '--no-audit'], import.meta.dirname);
const output = mkdtempSync(join(tmpdir(), 'throughline-packages-'));
const problems = packages.flatMap(check);
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exit(1);
console.log(
  '\nEverything is ready. To publish, from a job with the right to write to the registry:',
);
for (const { directory } of packages) {
  console.log(`  npm publish ./${relative(CHECKOUT, directory)} --provenance --access public`);
}

function readPackage(directory: string): Package {
  const manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  return { directory, name: manifest.name, version: manifest.version, manifest };
}

function check(one: Package): string[] {
  console.log(`\n${one.name} ${one.version}`);
  rmSync(join(one.directory, 'dist'), { recursive: true, force: true });
  run('npm', ['run', 'build'], one.directory);
  const arguments_ = ['pack', '--json', '--pack-destination', output];
  const [packed] = JSON.parse(run('npm', arguments_, one.directory)) as Packed[];
  if (!packed) return [`${one.name}: npm pack made nothing.`];
  console.log(`  ${packed.files.length} files, ${(packed.size / 1000).toFixed(1)} kB packed`);
  const file = join(output, packed.filename);
  return [...manifestProblems(one), ...fileProblems(one, packed), ...toolProblems(one, file)].map(
    (problem) => `${one.name}: ${problem}`,
  );
}

function manifestProblems({ directory, version, manifest }: Package): string[] {
  const { license, engines, publishConfig, description, type } = manifest;
  const changelog = readFileSync(join(directory, 'CHANGELOG.md'), 'utf8');
  const rules: [boolean, string][] = [
    [license === 'Apache-2.0', 'the license is missing.'],
    [type === 'module', 'it must be a module.'],
    [typeof description === 'string', 'the description is missing.'],
    [JSON.stringify(engines) === '{"node":">=20"}', 'engines must be Node 20 and later.'],
    [
      JSON.stringify(publishConfig) === '{"access":"public","provenance":true}',
      'publishConfig must ask for public access and provenance.',
    ],
    [changelog.includes(`## ${version}`), `CHANGELOG.md has no section for ${version}.`],
  ];
  return rules.flatMap(([holds, problem]) => (holds ? [] : [problem]));
}

/** Only what users need: no sources, no tests. */
function fileProblems({ name }: Package, { files }: Packed): string[] {
  const paths = files.map(({ path }) => path);
  const odd = paths.filter(
    (path) => !/^(dist\/|bin\.js$|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/.test(path),
  );
  const missing = ['README.md', 'CHANGELOG.md', 'LICENSE'].filter((path) => !paths.includes(path));
  return [
    ...odd.map((path) => `${path} does not belong into ${name}.`),
    ...missing.map((path) => `${path} is missing.`),
  ];
}

function toolProblems({ name, manifest }: Package, file: string): string[] {
  const tools: [string, string[]][] = [['publint', ['--strict', file]]];
  if ('exports' in manifest) {
    tools.push(['attw', ['--profile', 'esm-only', '--no-definitely-typed', '--no-color', file]]);
  }
  return tools.flatMap(([tool, given]) => {
    const { status, stdout, stderr } = spawnSync(join(TOOLS, tool), given, { encoding: 'utf8' });
    console.log(`  ${tool}: ${status === 0 ? 'ok' : 'failed'}`);
    return status === 0 ? [] : [`${tool} refuses ${name}:\n${stdout}${stderr}`];
  });
}

function run(command: string, given: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, given, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${given.join(' ')} failed:\n${stdout}${stderr}`);
  return stdout;
}
