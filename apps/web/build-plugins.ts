import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const worthIt = /\.(?:js|css|svg|json|html)$/u;
const smallestBytes = 1024;
/** Brotli 10: 6 % smaller than 9 and within 2 % of the slowest level, in less than half of its time (8 s of CPU for a whole build, 18 s at 11). */
const quality = 10;

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

/** Compresses once what the server would otherwise compress for every visitor: `x.js.br` and `x.js.gz` beside `x.js`. */
export function precompress(): Plugin {
  let outDir = '';
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: (config) => {
      outDir = join(config.root, config.build.outDir);
      if (config.build.outDir.startsWith('/')) outDir = config.build.outDir;
    },
    closeBundle: () => {
      for (const file of files(outDir)) {
        if (!worthIt.test(file)) continue;
        const bytes = readFileSync(file);
        if (bytes.length < smallestBytes) continue;
        writeFileSync(
          `${file}.br`,
          brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        );
        writeFileSync(`${file}.gz`, gzipSync(bytes));
      }
    },
  };
}

/** `/version.json` names the build: open pages ask for it and say when a newer one is there. */
export function versionFile(build: string): Plugin {
  return {
    name: 'version-file',
    apply: 'build',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'version.json', source: `${JSON.stringify({ build })}\n` });
    },
  };
}

/** Refuses a build that a test got into: a pattern of `import.meta.glob` that is too wide takes it along, and every page that needs the pattern stays blank. */
export function refuseTests(): Plugin {
  return {
    name: 'refuse-tests',
    apply: 'build',
    load(id) {
      if (/\.test\.tsx?$/u.test(id)) this.error(`${id} is a test: a pattern of import.meta.glob leaves tests out`);
    },
  };
}
