import { appendFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch';
import { migrationsFolder } from '../setup/ready-cluster';
import { complaintsAbout, complaintsAboutLanded, missingLines, readLanded, readReleased } from './migrations';

let folder: string | undefined;
afterEach(() => {
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the migrations that may be spoilt. */
function copy(): string {
  folder = scratchFolder('migrations');
  cpSync(migrationsFolder, folder, { recursive: true });
  return folder;
}

describe('released migrations', () => {
  it('are as they were released, and what is new comes after them', () => {
    expect(readReleased().length).toBeGreaterThan(0);
    expect(complaintsAbout(readReleased())).toEqual([]);
  });

  it('an edited one is refused with what to do', () => {
    const spoilt = copy();
    appendFileSync(join(spoilt, '0002_base.sql'), '-- a harmless remark\n');
    expect(complaintsAbout(readReleased(), spoilt)).toEqual([
      expect.stringMatching(
        /^0002_base\.sql was released with 0\.1\.0 and was edited since\..*write the change into a new file/u,
      ),
    ]);
  });

  it('a renamed one is refused', () => {
    const spoilt = copy();
    renameSync(join(spoilt, '0002_base.sql'), join(spoilt, '0002_people.sql'));
    expect(complaintsAbout(readReleased(), spoilt)).toEqual([
      expect.stringContaining('0002_base.sql was released with 0.1.0 and was removed since.'),
      expect.stringContaining('0002_people.sql is new and must come after'),
    ]);
  });

  it('one that was squeezed in between is refused, one at the end is not', () => {
    const grown = copy();
    writeFileSync(join(grown, '9999_later.sql'), 'select 1;\n');
    expect(complaintsAbout(readReleased(), grown)).toEqual([]);
    writeFileSync(join(grown, '0002_zz.sql'), 'select 1;\n');
    expect(complaintsAbout(readReleased(), grown)).toEqual([
      expect.stringMatching(/^0002_zz\.sql is new and must come after /u),
      expect.stringContaining('have the same number'),
    ]);
  });

  it('two with one number, as when two people land at the same moment, are named', () => {
    const grown = copy();
    for (const name of ['9999_a.sql', '9999_b.sql']) writeFileSync(join(grown, name), 'select 1;\n');
    expect(complaintsAbout(readReleased(), grown)).toEqual([
      '9999_a.sql and 9999_b.sql have the same number: give the later one the next free number.',
    ]);
  });
});

describe('landed migrations', () => {
  const [first] = readLanded();
  const name = first?.name ?? '';

  it('are as they landed, and every one is noted', () => {
    expect(complaintsAboutLanded(readReleased(), readLanded())).toEqual([]);
  });

  it('an edited one is refused with what to do', () => {
    const spoilt = copy();
    appendFileSync(join(spoilt, name), '-- a harmless remark\n');
    expect(complaintsAboutLanded(readReleased(), readLanded(), spoilt)).toEqual([
      expect.stringMatching(/ landed and was edited since\..*write the change into a new file/u),
    ]);
  });

  it('a renumbered one is refused, and asks for its line under the other number', () => {
    const spoilt = copy();
    renameSync(join(spoilt, name), join(spoilt, '9999_moved.sql'));
    expect(complaintsAboutLanded(readReleased(), readLanded(), spoilt)).toEqual([
      expect.stringContaining(`${name} landed and was removed or renumbered since.`),
      '9999_moved.sql is not noted in migrations/landed.txt. Run: npm run note:db',
    ]);
  });

  it('the line of a new one is what the command writes', () => {
    const grown = copy();
    writeFileSync(join(grown, '9999_later.sql'), 'select 1;\n');
    const [line = ''] = missingLines(readReleased(), readLanded(), grown);
    expect(line).toMatch(/^[0-9a-f]{64} {2}9999_later\.sql\n$/u);
    expect(complaintsAboutLanded(readReleased(), [...readLanded(), ...readReleased(line)], grown)).toEqual([]);
  });
});
