import { decodeText } from '../../../text';
import { decodeTime } from '../../time';

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

/** Reads an identifier: terminal id, time, number within the second, number of files, bytes without a meaning. */
export function readIdentifier(raw: Uint8Array, idBytes: number): AlarmIdentifier {
  return {
    terminalId: decodeText(raw.subarray(0, idBytes)),
    time: decodeTime(raw, idBytes),
    sequence: raw[idBytes + 6] ?? 0,
    attachments: raw[idBytes + 7] ?? 0,
    raw,
  };
}
