import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMigrations } from '../../src/core/db/migrate';
import { migrationsFolder } from '../setup/ready-cluster';

/** A migration that data folders out there ran: its file, what the file was then (SHA-256), and the version that brought it. */
export interface Released {
  name: string;
  checksum: string;
  version: string;
}

export const releasedFile = join(migrationsFolder, 'released.txt');

/** Checksums of the migrations that came after the last release, each from the moment it landed: `<sha256>  <file>`, written by `npm run note:db`. */
export const landedFile = join(migrationsFolder, 'landed.txt');

/** Where the data of releases lies: `<version>.sql`, written by `npm run release:db`. */
export const releasesFolder = import.meta.dirname;

/** The lines of migrations/released.txt, `<sha256>  <file>  <version>`; lines that begin with # are for people. */
export const readReleased = (text = readFileSync(releasedFile, 'utf8')): Released[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => {
      const [checksum = '', name = '', version = ''] = line.trim().split(/\s+/u);
      return { name, checksum, version };
    });

/** What stands in landed.txt for people, and after a release alone. */
export const landedHead = `# Migrations on main that no release brought yet, in the order they came: SHA-256 of the file, its name. Who pulls main runs them as they are:
# none is edited, renamed or removed. npm run note:db adds the lines of new ones; a test holds the files against them; a release takes them over.
`;

/** The lines of migrations/landed.txt. */
export const readLanded = (): Released[] => readReleased(readFileSync(landedFile, 'utf8'));

/** Lines that landed.txt lacks: a migration that was neither released nor noted yet, in their order. */
export function missingLines(
  released: readonly Released[] = readReleased(),
  landed: readonly Released[] = readLanded(),
  folder = migrationsFolder,
): string[] {
  const known = new Set([...released, ...landed].map(({ name }) => name));
  return readMigrations(folder)
    .filter(({ name }) => !known.has(name))
    .map(({ name, checksum }) => `${checksum}  ${name}\n`);
}

/** What is wrong with migrations that landed and are not released yet: they never change either, as developers and CI ran them, and each is noted. */
export function complaintsAboutLanded(
  released: readonly Released[],
  landed: readonly Released[],
  folder = migrationsFolder,
): string[] {
  const files = new Map(readMigrations(folder).map((file) => [file.name, file.checksum]));
  const touched = landed
    .filter(({ name, checksum }) => files.get(name) !== checksum)
    .map(
      ({ name }) =>
        `${name} landed and was ${files.has(name) ? 'edited' : 'removed or renumbered'} since. Take it back as it was ` +
        `(git log -- apps/server/migrations/${name}) and write the change into a new file. ` +
        'If it is not on main yet, delete its line in migrations/landed.txt and run: npm run note:db',
    );
  const missing = missingLines(released, landed, folder).map(
    (line) => `${line.trim().split(/\s+/u)[1]} is not noted in migrations/landed.txt. Run: npm run note:db`,
  );
  return [...touched, ...missing];
}

/** What is wrong with the migrations of `folder`, a sentence each: released files never change, new ones come after them, and each has a number of its own. */
export function complaintsAbout(released: readonly Released[], folder = migrationsFolder): string[] {
  const files = new Map(readMigrations(folder).map((file) => [file.name, file.checksum]));
  const next = String(Math.max(...[...files.keys()].map((name) => Number(name.slice(0, 4)))) + 1).padStart(4, '0');
  const touched = released
    .filter(({ name, checksum }) => files.get(name) !== checksum)
    .map(
      ({ name, version }) =>
        `${name} was released with ${version} and was ${files.has(name) ? 'edited' : 'removed'} since. Data folders out there ran it as it was. ` +
        `Take it back as it was (git log -- apps/server/migrations/${name}) and write the change into a new file, for example ${next}_what.sql.`,
    );
  const last = released.at(-1)?.name ?? '';
  const known = new Set(released.map(({ name }) => name));
  const early = [...files.keys()]
    .filter((name) => !known.has(name) && name <= last)
    .map(
      (name) => `${name} is new and must come after ${last}, the last one that was released: give it a higher number.`,
    );
  const names = [...files.keys()].sort();
  const twice = names.flatMap((name, i) =>
    name.slice(0, 4) === names[i - 1]?.slice(0, 4)
      ? [`${names[i - 1]} and ${name} have the same number: give the later one the next free number.`]
      : [],
  );
  return [...touched, ...early, ...twice];
}
