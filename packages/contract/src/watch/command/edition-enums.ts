import { defineEnum } from '../../core/enum';

/** Which edition of the standard a command of the catalogue is for. */
export const instructProtocol = defineEnum('instructProtocol', {
  any: ['any', '不限'],
  v2013: ['JT808-2013', 'JT/T 808-2013'],
  v2019: ['JT808-2019', 'JT/T 808-2019'],
});

/** What a command can do when it is given by mistake; a dangerous one takes a second person. */
export const instructDanger = defineEnum('instructDanger', {
  normal: [0, '普通'],
  important: [1, '重要'],
  dangerous: [2, '危险'],
});

/** How a parameter of a command is typed and travels: a number of 1, 2 or 4 bytes, a text in GBK, one of fixed numbers, or bytes as they are. */
export const instructParamType = defineEnum('instructParamType', {
  int: ['int', '整数'],
  str: ['str', '文本'],
  enum: ['enum', '选项'],
  bytes: ['bytes', '字节'],
});

/** Message that sets parameters by their numbers: each value stands behind its number and length. */
export const setParametersId = '8103';

/** Messages of sessions, clocks, packages and files, which the gateway itself sends: no command of the catalogue may be one. */
export const ownMessages: readonly string[] = [
  ...['8001', '8003', '8004', '8100', '8108', '8109'],
  ...['8800', '8A00', '9208', '9212'],
];

/** A version with dots, first one behind a V (`T8-BD_V2.9.0`); one without, where it is the whole text, or stands behind a V. */
const dotted = [/v(\d{1,9}(?:\.\d{1,9})+)/iu, /(\d{1,9}(?:\.\d{1,9})+)/u];
const whole = [/^(\d+)$/u, /(?:^|[^a-z\d])v(\d+)/iu];

const firstIn = (text: string, patterns: readonly RegExp[]): string | undefined =>
  patterns.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined);

/** Whether a text has a version in it that can be compared for sure, as `V2.9.0`: digits alone may belong to a model, or to an address. */
export const hasDottedVersion = (text: string): boolean => firstIn(text, dotted) !== undefined;

/** Numbers of a version (`1.0.26`, `V2.3`), as far as it has some; null when it has none. */
function numbersOf(version: string): number[] | null {
  const found = firstIn(version.trim(), [...dotted, ...whole]);
  return found === undefined ? null : found.split('.').map(Number);
}

/** Compares versions number by number: below 0 when `a` is older; null when one of them has no numbers. */
export function compareVersions(a: string, b: string): number | null {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  if (!left || !right) return null;
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const difference = (left[i] ?? 0) - (right[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a command or package for this range of firmware fits a terminal; one whose firmware is not known counts as fitting. */
export function firmwareFits(firmware: string | null, from: string | null, until: string | null): boolean {
  if (firmware === null) return true;
  const [low, high] = [from, until].map((bound) => (bound === null ? null : compareVersions(firmware, bound)));
  return (low ?? 0) >= 0 && (high ?? 0) <= 0;
}
