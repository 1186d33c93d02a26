import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { tokenFile } from './token-file.ts';

interface Welcome {
  config: Config;
  address: string;
  newToken: string | null;
  seconds: number;
}

/** Prints where the service runs, how to log in, and three commands to try. */
export function printWelcome({ config, address, newToken, seconds }: Welcome): void {
  if (config.role === 'worker') {
    console.log(
      `\nThe Throughline worker is running (ready in ${seconds.toFixed(1)} s). Health: ${address}/readyz\n`,
    );
    return;
  }
  const token = tokenSource(config);
  const lines = [
    '',
    `Throughline is ready at ${address} (in ${seconds.toFixed(1)} s)`,
    ...(newToken === null
      ? [`  Console         ${address}`]
      : [
          `  Console         ${address}/setup#${newToken}`,
          '                  opens the set-up of your company; the key in it is the bootstrap token',
        ]),
    `  Documentation   ${address}/docs`,
    config.databaseUrl
      ? '  Database        from DATABASE_URL'
      : `  Data            ${config.dataDirectory}`,
  ];
  if (newToken !== null) {
    lines.push(
      `  Bootstrap token ${newToken}`,
      `                  shown only once; stored in ${tokenFile(config.dataDirectory)}`,
    );
  } else if (token.found) {
    lines.push(`  Bootstrap token ${token.where}`);
  } else {
    lines.push(
      '  Bootstrap token lost? Set THROUGHLINE_BOOTSTRAP_TOKEN to a new one and start again.',
    );
  }
  if (config.role === 'api') {
    lines.push('  Tasks           run in a process with THROUGHLINE_ROLE=worker; start one');
  }
  if (config.pauseSending) {
    lines.push('  Sending         paused; resume it with POST /v1/service/resume-sending');
  }
  const authorization = `-H "Authorization: Bearer ${token.shell}"`;
  lines.push(
    '',
    'Capture a lead, list it, and book an appointment:',
    `  curl -sX POST ${address}/v1/leads ${authorization} -H 'Content-Type: application/json' -d '{"name":"Dana Whitfield","phone":"+14155550134","service_needed":"water_heater_repair"}'`,
    `  curl -s ${address}/v1/leads ${authorization}`,
    `  curl -sX POST ${address}/v1/appointments ${authorization} -H 'Content-Type: application/json' -d '{"lifecycle_number":"${FIRST_NUMBER}","starts_at":"${tomorrow()}"}'`,
    '',
  );
  console.log(lines.join('\n'));
}

/** The lifecycle number of the first lead of every organization. */
const FIRST_NUMBER = '100001-5';

/** 15:00 UTC, which is daytime in Europe and in America. */
function tomorrow(): string {
  const date = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString().slice(0, 10);
  return `${date}T15:00:00Z`;
}

function tokenSource(config: Config): { shell: string; where: string; found: boolean } {
  if (config.bootstrapToken !== null) {
    return {
      shell: '$THROUGHLINE_BOOTSTRAP_TOKEN',
      where: 'from THROUGHLINE_BOOTSTRAP_TOKEN',
      found: true,
    };
  }
  // The full path, so that the commands work from any directory.
  const path = tokenFile(config.dataDirectory);
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
  return { shell: `$(cat ${quoted})`, where: `in ${path}`, found: existsSync(path) };
}
