import type { ByteReader, ByteWriter } from '../../../bytes';
import { readSizedText, writeSizedText } from '../../../text';

/** Where a terminal shall connect to with its stream or its files. */
export interface StreamServer {
  /** Address or host name, 255 bytes at most. */
  host: string;
  /** 0 = not by TCP. */
  tcpPort: number;
  /** 0 = not by UDP. */
  udpPort: number;
}

/** Reads a server. */
export const readServer = (r: ByteReader): StreamServer => ({
  host: readSizedText(r, 'host'),
  tcpPort: r.u16('tcpPort'),
  udpPort: r.u16('udpPort'),
});

/** Writes a server. Throws RangeError when its name has more than 255 bytes. */
export const writeServer = (w: ByteWriter, m: StreamServer): ByteWriter =>
  writeSizedText(w, m.host).u16(m.tcpPort).u16(m.udpPort);
