import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './lib.mjs';

// npm run lock: completes package-lock.json. npm leaves the package of a platform out of the lock file when the registry in use does not carry it, and
// `npm ci` then refuses the lock file everywhere. A missing entry is made from the package that depends on it: its version stands there, its system and
// processor stand in its name.

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Entries of packages that a lock file names in optionalDependencies but does not contain: path → entry. */
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

/** The lock entry of a platform's package that `owner` depends on. Throws when its name or version does not say enough. */
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
