import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { root } from './lib.mjs';

// npm run releases: asks npm when each package that the product runs on had its last release, and writes it down for `npm run doctor`, which has to do
// without a network. A day that is known can only be followed by a later one, so only packages are asked for that are new or had no release for two years.

const file = join(root, 'apps/server/src/ops/release-dates.json');
const atOnce = 4;
const askedAgainAfterYears = 2;

/** Packages that the product runs on, from the lock file: those of tests and builds, and the builds of a package for each platform, are left out. */
export function productPackages(lock) {
  const platformBuilds = new Set(
    Object.values(lock.packages).flatMap(({ cpu, optionalDependencies = {} }) =>
      cpu ? [] : Object.keys(optionalDependencies),
    ),
  );
  const names = Object.entries(lock.packages).flatMap(([path, { dev, devOptional, link }]) => {
    const name = path.split('node_modules/').at(-1);
    return path.includes('node_modules/') && !dev && !devOptional && !link && !platformBuilds.has(name) ? [name] : [];
  });
  return [...new Set(names)].sort();
}

/** Of which packages npm has to be asked: day as YYYY-MM-DD by name, as far as it is known. */
export function packagesToAsk(names, known, today) {
  const young = `${Number(today.slice(0, 4)) - askedAgainAfterYears}${today.slice(4)}`;
  return names.filter((name) => !known[name] || known[name] < young);
}

/** The day of the version that npm installs today, in what it says of a package; versions of older lines and trials do not count. */
export const lastRelease = ({ 'dist-tags.latest': latest, time }) => time[latest]?.slice(0, 10);

async function askNpm(name) {
  const { stdout } = await promisify(execFile)(
    'npm',
    ['view', name, 'dist-tags.latest', 'time', '--json', '--loglevel=error'],
    {
      cwd: root,
      maxBuffer: 64 * 1024 * 1024,
    },
  );
  const day = lastRelease(JSON.parse(stdout));
  if (!day) throw new Error(`npm knows no release of ${name}`);
  return day;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = productPackages(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  const { released: known } = JSON.parse(readFileSync(file, 'utf8'));
  const today = new Date().toISOString().slice(0, 10);
  const queue = packagesToAsk(names, known, today);
  const asked = queue.length;
  const found = {};
  const ask = async () => {
    for (let name = queue.shift(); name; name = queue.shift()) found[name] = await askNpm(name);
  };
  await Promise.all(Array.from({ length: atOnce }, ask)).catch((error) => {
    console.error(
      `无法查询依赖的发布日期，原有的表没有改动。请检查 npm 能否访问软件包源：${error.message.split('\n')[0]}`,
    );
    process.exit(1);
  });
  const released = Object.fromEntries(names.map((name) => [name, found[name] ?? known[name]]));
  writeFileSync(file, `${JSON.stringify({ asked: today, released }, null, 2)}\n`);
  console.log(`${names.length} packages, ${asked} asked for`);
}
