import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const CONSOLE = join(import.meta.dirname, '../..');
const COMPONENT = /^(?:export )?(?:default )?(?:const \w+ = memo\()?function (\w+)/gm;

interface Component {
  file: string;
  name: string;
  code: string;
}

/** How many windows and menus each file of the console shows, by its path without the ending. */
export function declaredDialogs(): ReadonlyMap<string, number> {
  const components = globSync('**/*.tsx', { cwd: CONSOLE }).flatMap(componentsIn);
  const parts = new Set(['Dialog', 'Menu']);
  for (let known = 0; known < parts.size; ) {
    known = parts.size;
    for (const one of components) if (showsGivenTitle(one, parts)) parts.add(one.name);
  }
  const counts = new Map<string, number>();
  for (const { file, name, code } of components) {
    const uses = parts.has(name) ? 0 : usesOf(parts, code).length;
    if (uses > 0) counts.set(file, (counts.get(file) ?? 0) + uses);
  }
  return counts;
}

function componentsIn(path: string): readonly Component[] {
  const file = path.replace(/\.tsx$/, '');
  const code = readFileSync(join(CONSOLE, path), 'utf8');
  const starts = [...code.matchAll(COMPONENT)];
  return starts.map(({ index, 1: name = '' }, place) => {
    return { file, name, code: code.slice(index, starts[place + 1]?.index) };
  });
}

/** Such a component, like `FormDialog`, is another part: it is shown where it is used. */
function showsGivenTitle({ code }: Component, parts: ReadonlySet<string>): boolean {
  const [properties = ''] = code.split('}: {');
  const isGiven = /^ {2}title,$/m.test(properties);
  return isGiven && usesOf(parts, code).some((tag) => tag.includes('title={title}'));
}

/** The opening tags, with their properties. */
function usesOf(parts: ReadonlySet<string>, code: string): readonly string[] {
  return code.match(new RegExp(`<(?:${[...parts].join('|')})\\b[^<]*`, 'g')) ?? [];
}
