import { ByteReader, ByteWriter } from './bytes';
import { riceDecode, riceEncode } from './rice';

/**
 * How columns of a packed hour are written as bytes. Every `writeX` has a `readX` that gives back exactly what was written; readers throw a RangeError when
 * the bytes end too early.
 */
const mode = { runs: 0, rice: 1, doubles: 2 } as const;
/** Below this, differences of differences are still exact in a double. */
const largest = 2 ** 49;
const isExactInteger = (value: number): boolean =>
  Number.isInteger(value) && Math.abs(value) < largest && !Object.is(value, -0);

const differencesOf = (values: readonly number[]): number[] => values.map((value, i) => value - (values[i - 1] ?? 0));
/** Ways to guess the next value of a column: what is written is the error of the guess. Their index is stored, so the order must not change. */
const guesses: ReadonlyArray<{ wrong(values: readonly number[]): number[]; right(values: number[]): void }> = [
  { wrong: (values) => [...values], right: () => undefined },
  { wrong: (values) => differencesOf(values).map(toUnsigned), right: sumOnce },
  {
    wrong: (values) => differencesOf(differencesOf(values)).map(toUnsigned),
    right: (values) => {
      sumOnce(values);
      for (let i = 1; i < values.length; i++) values[i] = (values[i] ?? 0) + (values[i - 1] ?? 0);
    },
  },
  { wrong: (values) => guessErrors(values, guessSmoothed(values)), right: rightSmoothed },
  { wrong: (values) => guessErrors(values, guessTrend(values)), right: rightTrend },
];

/** Guess for a noisy value that changes slowly (temperature, fuel, signal): about the mean of the last four. */
function guessSmoothed(values: readonly number[]): (i: number) => number {
  let four = 0;
  return (i) => {
    if (i === 0) return 0;
    const last = values[i - 1] ?? 0;
    four = i === 1 ? 4 * last : four - Math.floor((four + 2) / 4) + last;
    return Math.floor((four + 2) / 4);
  };
}

/** Guess for a noisy value that moves on (longitude, latitude): the last one plus the mean step of the last four. */
function guessTrend(values: readonly number[]): (i: number) => number {
  return (i) => {
    if (i === 0) return 0;
    const back = Math.min(4, i - 1);
    const last = values[i - 1] ?? 0;
    return back === 0 ? last : last + Math.round((last - (values[i - 1 - back] ?? 0)) / back);
  };
}

function guessErrors(values: readonly number[], next: (i: number) => number): number[] {
  return values.map((value, i) => toUnsigned(value - next(i)));
}

// the ways back are written without a function call for each number: reading a vehicle's day runs them a hundred thousand times

/** The way back from {@link guessSmoothed}. */
function rightSmoothed(values: number[]): void {
  let four = 0;
  for (let i = 0; i < values.length; i++) {
    const mean = quarterOf(four + 2);
    const value = toSigned(values[i] ?? 0) + mean;
    values[i] = value;
    four = i === 0 ? 4 * value : four - mean + value;
  }
}

/** The way back from {@link guessTrend}. */
function rightTrend(values: number[]): void {
  const near = Math.min(5, values.length);
  for (let i = 0; i < near; i++) {
    const back = Math.min(4, i - 1);
    const last = values[i - 1] ?? 0;
    const step = back > 0 ? Math.round((last - (values[i - 1 - back] ?? 0)) / back) : 0;
    values[i] = toSigned(values[i] ?? 0) + last + step;
  }
  for (let i = near; i < values.length; i++) {
    const last = values[i - 1] ?? 0;
    // Math.round(n / 4)
    values[i] = toSigned(values[i] ?? 0) + last + quarterOf(last - (values[i - 5] ?? 0) + 2);
  }
}

/** From unsigned differences back to values. */
function sumOnce(values: number[]): void {
  let last = 0;
  for (let i = 0; i < values.length; i++) {
    last += toSigned(values[i] ?? 0);
    values[i] = last;
  }
}

/** `Math.floor(n / 4)`, quicker for small numbers. */
const quarterOf = (n: number): number => (n < 2 ** 30 && n > -(2 ** 30) ? n >> 2 : Math.floor(n / 4));
const toUnsigned = (value: number): number => (value < 0 ? -2 * value - 1 : 2 * value);
const toSigned = (value: number): number =>
  value < 2 ** 31 ? (value >>> 1) ^ -(value & 1) : value % 2 === 0 ? value / 2 : -(value + 1) / 2;

function commonDivisor(values: readonly number[]): number {
  let common = 0;
  for (const value of values) {
    for (let rest = Math.abs(value); rest > 0; ) [common, rest] = [rest, common % rest];
    if (common === 1) return 1;
  }
  return Math.max(1, common);
}

const bitLength = (value: number): number => (value < 2 ** 31 ? 32 - Math.clz32(value) : Math.log2(value));
const bitsOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + bitLength(value), 0);
const runsOf = (values: readonly number[]): number =>
  values.reduce((sum, value, i) => sum + (i > 0 && value === values[i - 1] ? 0 : 1), 0);

/** Run-length coding: each value and how often it is repeated. */
function runBytes(values: readonly number[]): Buffer {
  const out = new ByteWriter();
  for (let i = 0; i < values.length; ) {
    let end = i + 1;
    while (end < values.length && values[end] === values[i]) end++;
    out.varint(values[i] ?? 0);
    out.varint(end - i - 1);
    i = end;
  }
  return out.take();
}

/**
 * Writes a column of numbers, in few bytes when they repeat, grow evenly or change little. First come the lowest value and the greatest common divisor of
 * the differences to it; then the values, or the errors of a guess, as runs or Rice-coded, whichever is shorter. Numbers that are not whole are
 * written as doubles.
 */
export function writeInts(out: ByteWriter, values: readonly number[]): void {
  if (!values.every(isExactInteger)) {
    out.byte(mode.doubles);
    for (const value of values) out.double(value);
    return;
  }
  const low = values.reduce((min, value) => Math.min(min, value), values[0] ?? 0);
  const fromLow = values.map((value) => value - low);
  const step = commonDivisor(fromLow);
  const plain = step === 1 ? fromLow : fromLow.map((value) => value / step);
  const orders = guesses.map(({ wrong }) => wrong(plain));
  const least = (cost: (of: readonly number[]) => number): number => {
    const costs = orders.map(cost);
    return costs.indexOf(Math.min(...costs));
  };
  const inRuns = least(runsOf);
  const noisy = least(bitsOf);
  const runs = runBytes(orders[inRuns] ?? []);
  const rice = runs.length <= 4 ? runs : riceEncode(orders[noisy] ?? []);
  const chosen = runs.length <= rice.length ? mode.runs : mode.rice;
  const bytes = chosen === mode.runs ? runs : rice;
  out.byte(chosen + 4 * (chosen === mode.runs ? inRuns : noisy));
  out.signed(low);
  out.varint(step);
  out.varint(bytes.length);
  out.bytes(bytes);
}

export function readInts(input: ByteReader, count: number): number[] {
  const head = input.byte();
  if (head === mode.doubles) return Array.from({ length: count }, () => input.double());
  const low = input.signed();
  const step = input.varint();
  const bytes = input.bytes(input.varint());
  const values = head % 4 === mode.runs ? readRuns(new ByteReader(bytes), count) : riceDecode(bytes, count);
  const guess = guesses[head >> 2];
  if (!guess) throw new RangeError(`packed points are written in a way (${head}) that this program does not know`);
  guess.right(values);
  if (low !== 0 || step !== 1) for (let i = 0; i < count; i++) values[i] = (values[i] ?? 0) * step + low;
  return values;
}

function readRuns(input: ByteReader, count: number): number[] {
  const values = new Array<number>(count);
  for (let at = 0; at < count; ) {
    const value = input.varint();
    const end = at + input.varint() + 1;
    if (end > count) throw new RangeError('packed points end too soon');
    values.fill(value, at, end);
    at = end;
  }
  return values;
}

const decimalsMax = 7;
const raw = 255;
const same = Object.is;

/** Writes decimal numbers as whole ones with as few decimals as reproduce them exactly; with `narrow` they are 4-byte floats and come back as such. */
export function writeDecimals(out: ByteWriter, values: readonly number[], narrow: boolean): void {
  const back = (value: number, factor: number): number => (narrow ? Math.fround(value / factor) : value / factor);
  for (let decimals = 0; decimals <= decimalsMax; decimals++) {
    const factor = 10 ** decimals;
    const ints: number[] = [];
    for (const value of values) {
      const int = Math.round(value * factor);
      if (!(Math.abs(int) < largest) || !same(back(int, factor), value)) break;
      ints.push(int);
    }
    if (ints.length < values.length) continue;
    out.byte(decimals);
    writeInts(out, ints);
    return;
  }
  out.byte(raw);
  for (const value of values) out.double(value);
}

export function readDecimals(input: ByteReader, count: number, narrow: boolean): number[] {
  const decimals = input.byte();
  if (decimals === raw) return Array.from({ length: count }, () => input.double());
  const factor = 10 ** decimals;
  const values = readInts(input, count);
  for (let i = 0; i < values.length; i++) {
    const value = (values[i] ?? 0) / factor;
    values[i] = narrow ? Math.fround(value) : value;
  }
  return values;
}

/** Writes a column with missing values: first which are there, then these. */
export function writeSparse<T>(
  out: ByteWriter,
  values: ReadonlyArray<T | null>,
  write: (out: ByteWriter, there: readonly T[]) => void,
): void {
  const there = values.filter((value): value is T => value !== null);
  if (there.length === values.length) {
    out.byte(1);
  } else {
    out.byte(0);
    writeInts(
      out,
      values.map((value) => (value === null ? 0 : 1)),
    );
  }
  write(out, there);
}

export function readSparse<T>(
  input: ByteReader,
  count: number,
  read: (input: ByteReader, count: number) => T[],
): Array<T | null> {
  if (input.byte() === 1) return read(input, count);
  const there = readInts(input, count);
  const values = read(
    input,
    there.reduce((sum, one) => sum + one, 0),
  );
  let next = 0;
  return there.map((one) => (one === 1 ? (values[next++] ?? null) : null));
}

/** Writes texts of which few are different: each once, then their numbers. */
export function writeWords(out: ByteWriter, values: readonly string[]): void {
  const index = new Map<string, number>();
  const order = values.map((value) => {
    const known = index.get(value) ?? index.size;
    index.set(value, known);
    return known;
  });
  out.varint(index.size);
  for (const word of index.keys()) out.text(word);
  writeInts(out, order);
}

export function readWords(input: ByteReader, count: number): string[] {
  const words = Array.from({ length: input.varint() }, () => input.text());
  return readInts(input, count).map((i) => words[i] ?? '');
}

type Reading = number | null;

/** Writes arrays of 4-byte floats: their lengths (-1 = no array), then channel by channel. */
export function writeChannels(out: ByteWriter, values: ReadonlyArray<readonly Reading[] | null>): void {
  writeInts(
    out,
    values.map((value) => value?.length ?? -1),
  );
  const channels = values.reduce((max, value) => Math.max(max, value?.length ?? 0), 0);
  for (let channel = 0; channel < channels; channel++) {
    const readings = values.flatMap((value) => (value && value.length > channel ? [value[channel] ?? null] : []));
    writeSparse(out, readings, (o, there) => writeDecimals(o, there, true));
  }
}

export function readChannels(input: ByteReader, count: number): Array<Reading[] | null> {
  const lengths = readInts(input, count);
  const channels = lengths.reduce((max, length) => Math.max(max, length), 0);
  const columns: Reading[][] = [];
  for (let channel = 0; channel < channels; channel++) {
    const holders = lengths.reduce((sum, length) => sum + (length > channel ? 1 : 0), 0);
    columns.push(readSparse(input, holders, (i, n) => readDecimals(i, n, true)));
  }
  if (lengths.every((length) => length === channels)) return joinColumns(columns, count);
  const next = new Array<number>(channels).fill(0);
  return lengths.map((length) => {
    if (length < 0) return null;
    const values = new Array<Reading>(length);
    for (let channel = 0; channel < length; channel++) {
      const at = next[channel] ?? 0;
      next[channel] = at + 1;
      values[channel] = columns[channel]?.[at] ?? null;
    }
    return values;
  });
}

/** Combines columns into one array for each point, for the usual case that every point has every channel. Arrays are made at their final size, as a growing one takes room for sixteen. */
function joinColumns(columns: ReadonlyArray<readonly Reading[]>, count: number): Reading[][] {
  const rows = new Array<Reading[]>(count);
  const [first = [], second = []] = columns;
  for (let i = 0; i < count; i++) {
    if (columns.length === 1) rows[i] = [first[i] ?? null];
    else if (columns.length === 2) rows[i] = [first[i] ?? null, second[i] ?? null];
    else rows[i] = columns.map((readings) => readings[i] ?? null);
  }
  return rows;
}
