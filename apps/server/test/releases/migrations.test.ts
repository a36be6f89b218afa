import { appendFileSync, cpSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { scratchFolder } from '../scratch';
import { migrationsFolder } from '../setup/ready-cluster';
import { complaintsAbout, readReleased } from './migrations';

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
