import { version } from './version.ts';

/** The version needs nothing else, so nothing else is loaded for it. */
if (['--version', '-v', 'version'].includes(process.argv[2] ?? '')) console.log(version());
else {
  const { program } = await import('./program.ts');
  await program();
}
