import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { msgId } from '../src/jt808/codec';
import { areaMessages } from '../src/jt808/messages/area/table';
import { attachmentMessages } from '../src/jt808/messages/attachment/table';
import { commandMessages } from '../src/jt808/messages/command/table';
import { mediaMessages } from '../src/jt808/messages/media/table';
import { parameterMessages } from '../src/jt808/messages/parameter/table';
import { positionMessages } from '../src/jt808/messages/position/table';
import { recorderMessages } from '../src/jt808/messages/recorder/table';
import { sessionMessages } from '../src/jt808/messages/session/table';
import { vehicleMessages } from '../src/jt808/messages/vehicle/table';
import { vendorMessages } from '../src/jt808/messages/vendor/table';
import { videoMessages } from '../src/jt808/messages/video/table';

const tables = [
  areaMessages,
  attachmentMessages,
  commandMessages,
  mediaMessages,
  parameterMessages,
  positionMessages,
  recorderMessages,
  sessionMessages,
  vehicleMessages,
  vendorMessages,
  videoMessages,
];

it('no two tables have the same name or the same id, of which one would be lost', () => {
  const names = tables.flatMap((table) => Object.keys(table));
  expect(names).toEqual([...new Set(names)]);
  expect(Object.keys(msgId).sort()).toEqual([...names].sort());
  expect(new Set(Object.values(msgId)).size).toBe(names.length);
});

/** Text of all files of a folder of this package. */
const textOf = (folder: string): string => {
  const url = new URL(`../${folder}/`, import.meta.url);
  return readdirSync(url, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(new URL(name, url), 'utf8'))
    .join('\n');
};

it('every message has a frame of others or an example', () => {
  const fixtures = textOf('fixtures');
  const tests = textOf('test') + textOf('test/examples');
  const without = Object.entries(msgId).filter(
    ([name, id]) =>
      !fixtures.includes(`"msgId":"${id.toString(16).padStart(4, '0')}"`) &&
      !new RegExp(`msgId\\.${name}\\b`).test(tests),
  );
  expect(without).toEqual([]);
});
