import { readFileSync } from 'node:fs';

/** What the test of one source states about a frame. Which fields are there depends on the source. */
export interface Asserted {
  by: string;
  name?: string;
  check?: string;
  error?: string | null;
  facts?: Array<[string, unknown]>;
  encodes?: Array<[string, unknown]>;
  fields?: Record<string, unknown>;
  object?: Record<string, unknown>;
  attribute?: Record<string, unknown>;
  text?: string[];
  unescapedFrame?: string;
  frames?: string[];
  hasErr?: boolean | null;
  bytesLeft?: number;
}

/** A line of a fixture: a frame, body or stream with what is known about it. */
export interface Line {
  source: string;
  form: string;
  kind: string;
  msgId?: string;
  version?: '2019';
  model?: string;
  malformation?: string;
  note?: string;
  policy?: string;
  hex: string;
  asserted: Asserted[];
  computed?: Computed;
  /** of a piece of a file */
  piece?: { name: string; offset: number; length: number; dataHex: string };
}

/** What an independent decoder has read. */
interface Computed {
  checksumOk?: boolean;
  frame?: string;
  innerDelimiter?: boolean;
  phoneBcd?: string;
  serial?: number;
  bodyLength?: number;
  location?: ComputedLocation;
  packages?: number;
  bodySha256?: string;
  missing?: number[];
}

interface ComputedLocation {
  alarm: number;
  status: number;
  lat: number;
  lng: number;
  altitudeM: number;
  speedKmh: number;
  directionDeg: number;
  time: string | null;
  /** `id:data` in hex */
  items: string[];
  remainder: string | null;
}

/** Reads fixtures/<name>.jsonl. */
export function fixture(name: string): Line[] {
  const text = readFileSync(new URL(`../fixtures/${name}.jsonl`, import.meta.url), 'utf8');
  return (
    text
      .trim()
      .split('\n')
      // the fixtures have these fields
      .map((line) => JSON.parse(line) as Line)
  );
}

/** Title of a line in a test report. */
export const titleOf = (line: Line): string =>
  `${line.msgId ?? ''} ${line.malformation ?? line.kind} ${line.source.replace(/^.*[/:]/, '')} ${line.hex.slice(0, 44)}`;
