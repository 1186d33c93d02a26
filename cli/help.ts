import { commands } from './commands.ts';

const COMMON_OPTIONS = {
  '--url URL': 'URL of the service (THROUGHLINE_URL, default http://127.0.0.1:8080)',
  '--token TOKEN': 'API token (THROUGHLINE_TOKEN, or the one stored in the data directory)',
  '--json': 'one JSON object per line; errors too, on stderr',
};

export function help(json: boolean, only?: string): void {
  const wanted = Object.entries(commands).filter(([name]) => only === undefined || name === only);
  if (json) {
    for (const [name, { usage, description, describedOptions: options }] of wanted) {
      const all = { ...options, ...COMMON_OPTIONS };
      console.log(JSON.stringify({ command: name, usage, description, options: all }));
    }
    return;
  }
  const lines = wanted.flatMap(([, { usage, description, describedOptions }]) => [
    `npx throughline ${usage}`,
    `  ${description}`,
    ...rows(describedOptions),
    '',
  ]);
  console.log([...lines, 'Options of every command:', ...rows(COMMON_OPTIONS)].join('\n'));
}

function rows(options: Record<string, string>): string[] {
  return Object.entries(options).map(([option, text]) => `    ${option.padEnd(18)} ${text}`);
}
