/** Deterministic randomness: the same seed gives the same numbers on every machine, so that uploaded history, a restart and live reports agree. */

/** 32-bit hash of words and numbers (FNV-1a with a final mix). */
export function hashSeed(...parts: ReadonlyArray<string | number>): number {
  let h = 0x811c9dc5;
  const text = parts.join('|');
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i);
    h = Math.imul(h, 0x01000193);
  }
  return mix(h);
}

/** Final mix of murmur3: every bit of the input reaches every bit of the output. */
function mix(value: number): number {
  let h = value | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

/** A number in [0, 1) for lattice point `n` of the stream `seed`; `n` may be any integer up to 2^53. */
export function hash01(seed: number, n: number): number {
  const low = n % 4294967296;
  const high = Math.floor(n / 4294967296);
  return mix(mix(seed ^ low) ^ Math.imul(high + 0x9e3779b9, 0x27d4eb2f)) / 4294967296;
}

/** Smooth value noise in [-1, 1]: a pure function of `x` with features about one unit long. */
export function smoothNoise(seed: number, x: number): number {
  const cell = Math.floor(x);
  const part = x - cell;
  const blend = part * part * (3 - 2 * part);
  const from = hash01(seed, cell);
  return 2 * (from + (hash01(seed, cell + 1) - from) * blend) - 1;
}

export interface Random {
  /** [0, 1). */
  next(): number;
  /** [low, high). */
  between(low: number, high: number): number;
  /** Whole number, both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

/** A stream of random numbers (mulberry32) that starts from `seed`. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    next,
    between: (low, high) => low + (high - low) * next(),
    whole: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('pick from an empty list');
      return item;
    },
  };
}
