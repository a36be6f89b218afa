import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { ZipWriter } from './zip';

/** Time and date of an entry of the directory, whose record begins at `at`. */
const stampOf = (zip: Buffer, at: number): string => {
  const [time, date] = [zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)];
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${1980 + (date >> 9)}-${two((date >> 5) & 15)}-${two(date & 31)} ${two(time >> 11)}:${two((time >> 5) & 63)}:${two((time & 31) * 2)}`;
};

it('tells when a file was made, in steps of two seconds; one without a time has that of all workbooks', async () => {
  const out = new PassThrough();
  const bytes = buffer(out);
  const zip = new ZipWriter(out);
  await zip.add('a.txt', ['a'], '2026-11-30 14:25:31');
  await zip.add('b.txt', ['b']);
  await zip.finish();
  const packed = await bytes;
  const record = Buffer.from([0x50, 0x4b, 1, 2]);
  const first = packed.indexOf(record);
  expect([stampOf(packed, first), stampOf(packed, packed.indexOf(record, first + 4))]).toEqual([
    '2026-11-30 14:25:30',
    '1980-01-01 00:00:00',
  ]);
  // the header before the content says the same
  expect([packed.readUInt16LE(10), packed.readUInt16LE(12)]).toEqual([
    packed.readUInt16LE(first + 12),
    packed.readUInt16LE(first + 14),
  ]);
});
