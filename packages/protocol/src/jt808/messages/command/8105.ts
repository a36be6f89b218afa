import { type ByteReader, ByteWriter } from '../../../bytes';
import { encodeText, readText } from '../../../text';

/** Terminal control (0x8105, JT/T 808-2013 8.13). */
export interface TerminalControl {
  /** 1 upgrade, 2 connect to a server, 3 power off, 4 reset, 5 factory reset, 6 close the data link, 7 close all radio; makers add their own. */
  command: number;
  /** Arguments, separated by semicolons. */
  args: string;
}

/** Decodes a command. Throws RangeError when it is missing. */
export function decodeTerminalControl(r: ByteReader): TerminalControl {
  return { command: r.u8('command'), args: readText(r, 'args', r.remaining) };
}

/** Body of a command: its code and the arguments as text. */
export function encodeTerminalControl(m: TerminalControl): Uint8Array {
  return new ByteWriter().u8(m.command).bytes(encodeText(m.args)).result();
}
