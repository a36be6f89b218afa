import { expect, it } from 'vitest';
import { FakeStore } from '../../../test/gateway-kit';
import { type FirmwareTold, toldVersion } from './firmware-told';
import { Notebook } from './notebook';

it.each([
  ['V3.1\0\0', 'V3.1'],
  ['V1.2\0\0junk', 'V1.2'],
  ['V1\t.2\u0007 \u00ff\ufffd ', 'V1.2'],
  [' V2.0 beta ', 'V2.0 beta'],
  ['T8-BD_V2.9.0', 'T8-BD_V2.9.0'],
  ['www.jtt808.cn', null],
  ['T8-BD', null],
  ['\0V1.2', null],
  ['\u0001 \u00ff', null],
])('the version in %j is %j', (field, version) => expect(toldVersion(field)).toBe(version));

it('versions that cannot be stored are dropped, and do not keep later ones from being stored', async () => {
  const batches: string[][] = [];
  const errors: unknown[] = [];
  class Store extends FakeStore {
    override async recordFirmware(told: ReadonlyMap<string, FirmwareTold>): Promise<void> {
      batches.push([...told.keys()]);
      if (told.has('bad')) throw new Error('refused');
    }
  }
  const notebook = new Notebook(new Store(), (error) => errors.push(error), 60_000);
  notebook.noteFirmware('bad', 'V1.0', 'auth', 1);
  await notebook.flush();
  notebook.noteFirmware('good', 'V1.1', 'auth', 2);
  await notebook.flush();
  await notebook.stop();
  expect(batches).toEqual([['bad'], ['good']]);
  expect(errors).toHaveLength(1);
});
