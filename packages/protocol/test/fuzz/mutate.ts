import { concatBytes } from '../../src/bytes';

/** Random numbers that are the same for the same seed (mulberry32), so that a frame that was found bad can be made again. */
export class Chance {
  constructor(private state: number) {}

  /** A whole number from 0 to `below` - 1. */
  below(below: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 0x1_0000_0000) * below);
  }

  of<T>(list: readonly T[]): T {
    // the lists of the callers are never empty
    return list[this.below(list.length)] as T;
  }

  bytes(length: number): Uint8Array {
    const data = new Uint8Array(length);
    for (let i = 0; i < length; i++) data[i] = this.below(256);
    return data;
  }
}

/** Values at which fields are mostly read wrongly. */
const edges = [0, 1, 2, 3, 4, 5, 0x7d, 0x7e, 0x7f, 0x80, 0x99, 0xaa, 0xf0, 0xfe, 0xff];

type Mutation = (chance: Chance, data: Uint8Array) => Uint8Array;

const flipBit: Mutation = (chance, data) => {
  const at = chance.below(data.length);
  data[at] = (data[at] ?? 0) ^ (1 << chance.below(8));
  return data;
};
const setByte: Mutation = (chance, data) => {
  data[chance.below(data.length)] = chance.of(edges);
  return data;
};
const cut: Mutation = (chance, data) => data.subarray(0, chance.below(data.length + 1));
const insert: Mutation = (chance, data) => {
  const at = chance.below(data.length + 1);
  return concatBytes([data.subarray(0, at), chance.bytes(1 + chance.below(8)), data.subarray(at)]);
};
const drop: Mutation = (chance, data) => {
  const at = chance.below(data.length);
  return concatBytes([data.subarray(0, at), data.subarray(at + 1 + chance.below(4))]);
};
const repeat: Mutation = (chance, data) => {
  const at = chance.below(data.length);
  return concatBytes([data, data.subarray(at, at + 40)]);
};
const mutations = [flipBit, setByte, setByte, cut, insert, drop, repeat];

/** A copy of `data` with up to three changes; empty bytes stay empty. At most 1,023 bytes, which is the longest body. */
export function mutate(chance: Chance, data: Uint8Array): Uint8Array {
  let changed: Uint8Array = Uint8Array.from(data);
  for (let n = 1 + chance.below(3); n > 0 && changed.length > 0; n--) changed = chance.of(mutations)(chance, changed);
  return changed.subarray(0, 0x3ff);
}
