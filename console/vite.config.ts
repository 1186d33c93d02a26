import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SMALL_BYTES = 1_000;
/** Not what opens over a screen: the first screen does not need it. */
const COMMON =
  /console\/(api|feedback|keys|store|text|time|ui\/(?!ask|combobox|copy-field|dialog|menu|picker|tooltip))/;

/** Compresses every file once, so that the service does not do it for every visitor. */
function compressed(): Plugin {
  let directory = '';
  return {
    name: 'compressed',
    apply: 'build',
    configResolved({ build }) {
      directory = build.outDir;
    },
    closeBundle() {
      for (const file of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
        const path = join(directory, file);
        if (!/\.(js|css|svg|webmanifest)$/.test(file) || statSync(path).size < SMALL_BYTES)
          continue;
        const content = readFileSync(path);
        const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
        writeFileSync(`${path}.br`, brotliCompressSync(content, { params }));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}

export default defineConfig({
  plugins: [react(), compressed()],
  html: { cspNonce: '__NONCE__' },
  build: {
    target: 'es2022',
    // The first page needs it at once; its parts load while it is shown.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { console: 'index.html', 'service-worker': 'service-worker.ts' },
      output: {
        // A service worker keeps its address: browsers compare its content.
        entryFileNames: ({ name }) =>
          name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
        // One file of what most screens use, instead of one for every button and badge.
        codeSplitting: { groups: [{ name: 'common', test: COMMON, minShareCount: 8 }] },
      },
    },
    assetsInlineLimit: 0,
  },
});
