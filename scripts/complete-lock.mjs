import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib.mjs';

// npm run lock: npm leaves a platform's package out of the lock file when the registry at hand does not carry it, and `npm ci` then refuses the
// lock everywhere. What is missing is written from the package that names it: version, and system and processor from its name.

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Entries that a lock names in optionalDependencies but does not hold: path → entry. */
export function missingPlatforms(lock) {
  const held = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)));
  const missing = {};
  for (const owner of Object.values(lock.packages)) {
    for (const [name, version] of Object.entries(owner.optionalDependencies ?? {})) {
      if (!held.has(name)) missing[`node_modules/${name}`] = entryOf(name, version, owner);
    }
  }
  return missing;
}

function entryOf(name, version, owner) {
  const words = name.split(/[/-]/);
  const os = systems.find((system) => words.includes(system));
  const cpu = processors.find((processor) => words.includes(processor));
  if (!os || !cpu || !/^\d/.test(version))
    throw new Error(`${name}@${version}: system, processor or exact version unknown`);
  return { version, cpu: [cpu], ...(owner.dev ? { dev: true } : {}), optional: true, os: [os] };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const file = join(root, 'package-lock.json');
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const missing = missingPlatforms(lock);
  const entries = Object.entries({ ...lock.packages, ...missing }).sort(([a], [b]) => a.localeCompare(b, 'en'));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(entries) }, null, 2)}\n`);
  console.log(`package-lock.json: ${Object.keys(missing).length} platform packages added`);
}
