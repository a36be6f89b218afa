import { ByteReader, ByteWriter } from '../../bytes';
import { decodeText, encodeText } from '../../text';

/** Terminal control: 1 upgrade 2 connect to a server 3 power off 4 reset 5 factory reset 6 close data link 7 close radio; makers add their own. */
export interface TerminalControl {
  command: number;
  /** Arguments, separated by semicolons. */
  args: string;
}

export function decodeTerminalControl(data: Uint8Array): TerminalControl {
  const r = new ByteReader(data);
  return { command: r.u8(), args: decodeText(r.rest()) };
}

export function encodeTerminalControl(m: TerminalControl): Uint8Array {
  return new ByteWriter().u8(m.command).bytes(encodeText(m.args)).result();
}
