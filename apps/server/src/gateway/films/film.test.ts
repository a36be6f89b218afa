import { fromHex } from '@tongda/protocol/bytes';
import { describe, expect, it } from 'vitest';
import { filmOf } from './film';
import type { Source } from './units';

/** Of x264 (profile high, 720 x 576, 23.976 frames a second) and x265 (1280 x 720), as their encoders write them. */
const sets264 = ['6764001eacb2016824dff802000168800001f480005dc0078b1724', '68ebc3cb22c0'];
const sets265 = [
  '40010c01ffff01600000030090000003000003005d959809',
  '42010101600000030090000003000003005da00280802d165959a4932bc05a808080820000030002000003003c10',
  '4401c172b46240',
];
const start = Buffer.of(0, 0, 0, 1);
const short = Buffer.of(0, 0, 1);

const sourceOf = (bytes: Uint8Array): Source & { most: number; reads: number } => {
  const source = {
    sizeBytes: bytes.length,
    /** bytes that were read at once */
    most: 0,
    reads: 0,
    read: async (at: number, length: number) => {
      source.reads++;
      source.most = Math.max(source.most, length);
      return bytes.subarray(at, at + length);
    },
  };
  return source;
};
const rawOf = (units: readonly Uint8Array[]): Buffer =>
  Buffer.concat(units.flatMap((unit, i) => [i % 3 === 1 ? short : start, unit]));

async function mp4Of(bytes: Uint8Array): Promise<Buffer | null> {
  const film = await filmOf(sourceOf(bytes));
  if (!film) return null;
  const parts: Uint8Array[] = [];
  for await (const part of film.bytes()) parts.push(part);
  const mp4 = Buffer.concat(parts);
  expect(mp4.length).toBe(film.sizeBytes);
  return mp4;
}

const holders = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** All boxes of an MP4 by name: content, and where it begins. */
function boxesOf(mp4: Buffer, from = 0, to = mp4.length, found = new Map<string, { at: number; content: Buffer }>()) {
  for (let at = from; at < to; at += mp4.readUInt32BE(at)) {
    const name = mp4.toString('latin1', at + 4, at + 8);
    const end = at + mp4.readUInt32BE(at);
    found.set(name, { at: at + 8, content: mp4.subarray(at + 8, end) });
    if (holders.has(name)) boxesOf(mp4, at + 8, end, found);
  }
  return found;
}
const numbersOf = (content: Buffer, from: number): number[] =>
  Array.from({ length: (content.length - from) / 4 }, (_, i) => content.readUInt32BE(from + 4 * i));
/** What an MP4 says, and the units of each picture where it says that they lie. */
function readMp4(mp4: Buffer) {
  const boxes = boxesOf(mp4);
  const content = (name: string): Buffer => boxes.get(name)?.content ?? Buffer.alloc(0);
  let at = content('stco').readUInt32BE(8);
  expect(at).toBe(boxes.get('mdat')?.at);
  const pictures = numbersOf(content('stsz'), 12).map((size) => {
    const units: string[] = [];
    for (const end = at + size; at < end; at += 4 + mp4.readUInt32BE(at))
      units.push(mp4.toString('hex', at + 4, at + 4 + mp4.readUInt32BE(at)));
    return units;
  });
  expect(at).toBe(mp4.length);
  const [count = 0, tick = 1] = numbersOf(content('stts'), 8);
  // version 1: its times have 64 bits
  expect(content('mdhd')[0]).toBe(1);
  const scale = content('mdhd').readUInt32BE(20);
  expect(content('mdhd').readBigUInt64BE(24)).toBe(BigInt(count * tick));
  return {
    /** by how many pictures each is shown later than it comes; none: as they come */
    delays: laterOf(content('ctts')).map((ticks) => ticks / tick),
    /** the first one, then all that it suits; between them is a number */
    brands: (content('ftyp').toString('latin1').match(/.{4}/gsu) ?? []).filter((_, i) => i !== 1),
    entry: content('stsd').toString('latin1', 12, 16),
    config: content('stsd').subarray(16 + 78),
    width: content('tkhd').readUInt32BE(76) / 0x1_0000,
    height: content('tkhd').readUInt32BE(80) / 0x1_0000,
    fps: scale / tick,
    seconds: (count * tick) / scale,
    keys: numbersOf(content('stss'), 8),
    pictures,
  };
}

/** Ticks of each picture in a ctts box. */
function laterOf(content: Buffer): number[] {
  const all: number[] = [];
  for (let at = 8; at < content.length; at += 8)
    for (let left = content.readUInt32BE(at); left > 0; left--) all.push(content.readInt32BE(at + 4));
  return all;
}

/** Writes numbers as bits of a header: [value, bits], or a value alone as Exp-Golomb; the rest is ones. */
function bitsOf(head: string, fields: ReadonlyArray<number | [number, number]>): Buffer {
  const bits = fields.map((field) =>
    typeof field === 'number'
      ? (field + 1).toString(2).padStart(2 * (field + 1).toString(2).length - 1, '0')
      : field[0].toString(2).padStart(field[1], '0'),
  );
  const text = `${bits.join('')}1`;
  const bytes = (text.padEnd(Math.ceil(text.length / 8) * 8, '1').match(/.{8}/gu) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  );
  return Buffer.concat([fromHex(head), Buffer.from(bytes)]);
}

describe('films with pictures that are shown in another order than they come', () => {
  // profile high: 4 bits of frames, order by 6 bits
  const order264 = bitsOf('6764001e', [0, 1, 0, 0, [0, 2], 0, 0, 2, 1, [0, 1], 44, 35, [1, 1], [1, 1], [0, 2]]);
  const slice264 = (head: string, place: number): Buffer =>
    bitsOf(head, [0, 0, 0, [0, 4], ...(head === '65' ? [0] : []), [place, 6]]);

  it('say so of H.264, from each key on, also when the numbers begin anew', async () => {
    // I P B B, then many P, so that 6 bits do not suffice
    const places = [0, 6, 2, 4, ...Array.from({ length: 40 }, (_, i) => 8 + 2 * i)];
    const heads = ['65', '41', '01', '01', ...Array.from({ length: 40 }, () => '41')];
    const group = places.map((place, i) => slice264(heads[i] ?? '', place % 64));
    const units = [order264, fromHex(sets264[1] ?? ''), ...group, ...group];
    const film = readMp4((await mp4Of(rawOf(units))) ?? Buffer.alloc(0));
    const delays = [0, 2, -1, -1, ...Array.from({ length: 40 }, () => 0)];
    expect(film.delays).toEqual([...delays, ...delays]);
    // delays below 0 are of version 1 of their box
    expect(film.brands).toEqual(['iso4', 'iso4', 'avc1', 'mp41']);
  });

  it('say nothing of it where all are shown as they come, or two at once', async () => {
    for (const places of [
      [0, 2, 4],
      [0, 4, 4, 2],
    ]) {
      const pictures = places.map((place, i) => slice264(i === 0 ? '65' : '41', place));
      const film = readMp4((await mp4Of(rawOf([order264, fromHex(sets264[1] ?? ''), ...pictures]))) ?? Buffer.alloc(0));
      expect(film.delays).toEqual([]);
    }
  });

  it('say so of H.265', async () => {
    // 8 bits of order, as x265 writes them; the first slice of the picture, its parameter set, its kind
    const slice = (head: string, place: number): Buffer => bitsOf(head, [[1, 1], 0, 1, [place, 8]]);
    const units = [
      ...sets265.map(fromHex),
      bitsOf('2601', [[1, 1], [0, 1], 0, 2]),
      slice('0201', 3),
      slice('0001', 1),
      slice('0001', 2),
      slice('0201', 4),
    ];
    const film = readMp4((await mp4Of(rawOf(units))) ?? Buffer.alloc(0));
    expect(film.delays).toEqual([0, 2, -1, -1, 0]);
  });
});

describe('a raw film of H.264', () => {
  const [sequence = '', picture = ''] = sets264;
  // a picture of two slices, one with a delimiter and information before it, a second key
  const units = [
    '0605aabb',
    sequence,
    picture,
    '6588840a',
    '6500840b',
    '419a01',
    '0910',
    '0601ff',
    '419a02',
    '658884ff',
  ];

  it('becomes an MP4 with its pictures as they are, its size and speed', async () => {
    const mp4 = await mp4Of(rawOf(units.map(fromHex)));
    const film = readMp4(mp4 ?? Buffer.alloc(0));
    expect(film).toMatchObject({ entry: 'avc1', width: 720, height: 576, keys: [1, 4] });
    expect(film.fps).toBeCloseTo(23.976, 2);
    expect(film.pictures).toEqual([['6588840a', '6500840b'], ['419a01'], ['0910', '0601ff', '419a02'], ['658884ff']]);
    expect(film.config.toString('latin1', 4, 8)).toBe('avcC');
    expect(film.config.toString('hex')).toContain(
      `01${sequence.slice(2, 8)}ffe1001b${sequence}010006${picture}fdf8f800`,
    );
  });

  it('of any length is read piece by piece, whatever lies where a piece ends', async () => {
    for (const shift of [0, 1, 2, 3, 4, 5, 6]) {
      // 1 is in every byte, so that nothing looks like a start code
      const long = (length: number, first: string): Buffer => Buffer.concat([fromHex(first), Buffer.alloc(length, 1)]);
      const pictures = [
        long(262_080 + shift, '65880a'),
        ...Array.from({ length: 40 }, (_, i) => long(60_000 + i, '419a0b')),
      ];
      const raw = rawOf([...sets264.map(fromHex), ...pictures]);
      const source = sourceOf(raw);
      const film = await filmOf(source);
      expect(film).not.toBeNull();
      expect(source.most).toBeLessThan(300_000);
      const read = readMp4((await mp4Of(raw)) ?? Buffer.alloc(0));
      expect(read.pictures.flat()).toEqual(pictures.map((one) => one.toString('hex')));
    }
  });
});

describe('parameter sets', () => {
  const [sequence = '', picture = ''] = sets264;
  const hexOf = (count: number, sets: readonly string[]): string =>
    `${count.toString(16).padStart(2, '0')}${sets.map((set) => `${(set.length / 2).toString(16).padStart(4, '0')}${set}`).join('')}`;

  it('of H.264 that differ are all told before the first key, each once; later ones stay where they are', async () => {
    const other = '68eac3cb22c1';
    const later = '68eac3cb22c2';
    const units = [sequence, picture, other, sequence, picture, '6588840a', later, '419a01'];
    const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
    expect(film.config.toString('hex')).toContain(hexOf(0xe1, [sequence]) + hexOf(2, [other, picture]));
    expect(film.pictures).toEqual([['6588840a'], [later, '419a01']]);
    // a player looks for it there
    expect(film.entry).toBe('avc3');
    expect(film.brands).toEqual(['isom', 'isom', 'iso2', 'mp41']);
  });

  it('that come again among the pictures as they were change nothing', async () => {
    const units = [sequence, picture, '6588840a', '0910', sequence, picture, '6588840b', sequence, picture];
    const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
    expect(film).toMatchObject({ entry: 'avc1', keys: [1, 2], brands: ['isom', 'isom', 'iso2', 'avc1', 'mp41'] });
    // an avc1 film has them in front alone
    expect(film.pictures).toEqual([['6588840a'], ['0910', '6588840b']]);
  });

  it('of H.265 that change are not said to be all in front', async () => {
    const [video = '', first = '', one = ''] = sets265;
    const changed = [video, first, one, '2601af0a', '4401c172b46241', '2601af0b'];
    const film = readMp4((await mp4Of(rawOf(changed.map(fromHex)))) ?? Buffer.alloc(0));
    expect(film.entry).toBe('hev1');
    expect(film.config.toString('hex')).toContain(`22${hexOf(0, [one]).replace(/^00/u, '0001')}`);
    expect(film.pictures).toEqual([['2601af0a'], ['4401c172b46241', '2601af0b']]);
  });

  it('stay among the pictures where another one came, or where one of several comes again', async () => {
    const other = '68eac3cb22c1';
    for (const units of [
      [sequence, picture, '6588840a', picture, '6588840b', other, '6588840c'],
      [sequence, other, picture, '6588840a', other, '6588840b'],
    ]) {
      const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
      expect(film.entry).toBe('avc3');
      expect(film.pictures.flat()).toEqual(units.slice(units.indexOf('6588840a')));
    }
  });

  it('of H.265 too; the size is that of the sequence in force', async () => {
    const [video = '', first = '', one = ''] = sets265;
    const two = '4401c172b46241';
    const units = [video, first, one, two, video, '2601af0a'];
    const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
    expect(film.config.toString('hex')).toContain(`a200${hexOf(2, [one, two])}`);
  });

  it('without end are not all read', async () => {
    const source = sourceOf(
      rawOf([...Array.from({ length: 5_000 }, () => fromHex(picture)), fromHex(sequence), fromHex('6588840a')]),
    );
    expect(await filmOf(source)).not.toBeNull();
    expect(source.reads).toBeLessThan(60);
  });
});

it('a film of many short units is read and written in few pieces', async () => {
  const units = [...sets264, '6588840a', ...Array.from({ length: 90_000 }, () => '419a')].map(fromHex);
  const source = sourceOf(rawOf(units));
  const film = await filmOf(source);
  let chunks = 0;
  let bytes = 0;
  for await (const chunk of film?.bytes() ?? []) {
    chunks++;
    bytes += chunk.length;
  }
  expect(bytes).toBe(film?.sizeBytes);
  expect(source.sizeBytes).toBeGreaterThan(400_000);
  expect({ chunks, reads: source.reads }).toEqual({ chunks: 3, reads: 6 });
});

it('a start code at the end begins no unit', async () => {
  const units = [...sets264, '6588840a', '419a01'].map(fromHex);
  const raw = Buffer.concat([rawOf(units), start]);
  expect(readMp4((await mp4Of(raw)) ?? Buffer.alloc(0)).pictures).toEqual([['6588840a'], ['419a01']]);
});

it('a film of a picture a second may be longer than 13 hours', async () => {
  // num_units_in_tick 1, time_scale 2: one picture a second
  const second = '6764001eacb2016824dff80200016880000003008000000301078b1724';
  const units = [second, sets264[1] ?? '', '6588840a', ...Array.from({ length: 50_000 }, () => '419a01')];
  const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
  expect(film).toMatchObject({ fps: 1, seconds: 50_001 });
});

it('a raw film of H.265 becomes an MP4; as it does not say how fast it is, 25 pictures are a second', async () => {
  const units = [...sets265, '4e01aa', '2601af0a', '26012f0b', '0201d00c', '0201d00d'];
  const film = readMp4((await mp4Of(rawOf(units.map(fromHex)))) ?? Buffer.alloc(0));
  expect(film).toMatchObject({ entry: 'hvc1', width: 1280, height: 720, fps: 25, keys: [1] });
  expect(film.pictures).toEqual([['2601af0a', '26012f0b'], ['0201d00c'], ['0201d00d']]);
  expect(film.config.toString('latin1', 4, 8)).toBe('hvcC');
  // profile main, level 3.1
  expect(film.config.subarray(8, 21).toString('hex')).toBe('0101600000009000000000005d');
});

it('what is no film stays what it is', async () => {
  const [sequence = '', picture = ''] = sets264;
  const raws = [
    [],
    ['65884a'],
    [sequence, picture],
    // never a key
    [sequence, picture, '419a01', '419a02'],
    // a parameter set that breaks off
    [sequence.slice(0, 10), picture, '658884'],
    ['6742'.padEnd(40, '0'), picture, '658884'],
    ['ff'.repeat(5_000)],
  ];
  for (const units of raws) expect(await mp4Of(rawOf(units.map(fromHex)))).toBeNull();
  expect(await mp4Of(Buffer.alloc(1_000))).toBeNull();
});
