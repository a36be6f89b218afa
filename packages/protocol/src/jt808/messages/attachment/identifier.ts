import type { ByteReader } from '../../../bytes';
import { readText } from '../../../text';
import { readTime } from '../../time-range';

/** Name of an alarm whose files are asked for: the terminal's own, as its report had it. */
export interface AlarmIdentifier {
  terminalId: string;
  /** Epoch ms; null when the date is impossible. */
  time: number | null;
  /** Number of the alarm among those of the same second. */
  sequence: number;
  /** Number of files. */
  attachments: number;
  /** All its bytes: the platform sends them back as they came. */
  raw: Uint8Array;
}

/** Width of an identifier and of the terminal's id in it, in bytes; each province has its own. */
export interface IdentifierWidth {
  bytes: number;
  idBytes: number;
}

/** Widths that are in use: Jiangsu (T/JSATL 12-2017), Guangdong (T/GDRTA 002-2020), Sichuan, Heilongjiang, Hunan. */
export const identifierWidths: readonly IdentifierWidth[] = [
  { bytes: 16, idBytes: 7 },
  { bytes: 40, idBytes: 30 },
  { bytes: 39, idBytes: 30 },
  { bytes: 38, idBytes: 30 },
  { bytes: 32, idBytes: 7 },
];

/** Reads an identifier, whose bytes `r` has alone: terminal id, time, number within the second, number of files, bytes without a meaning. */
export function readIdentifier(r: ByteReader, idBytes: number): AlarmIdentifier {
  const raw = r.ahead;
  const terminalId = readText(r, 'terminalId', idBytes);
  const name = { terminalId, time: readTime(r, 'time'), sequence: r.u8('sequence'), attachments: r.u8('attachments') };
  r.rest('reserved');
  return { ...name, raw };
}
