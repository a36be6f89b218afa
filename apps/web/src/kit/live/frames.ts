import { frameHeaderBytes, frameMarker } from '@tongda/contract/core/live';

const marker = new TextEncoder().encode(frameMarker);
const headerPattern = /^@#%(\d{3})(\d{7})([01])$/u;
/** Nothing that the server sends is longer; a header that says so is garbage. */
const maxPayloadBytes = 9_999_999;

export interface Frame {
  /** three digits */
  type: string;
  payload: string;
}

/**
 * Takes the live socket's bytes as they come and answers whole frames: `@#%` + type (3) + payload bytes in UTF-8 (7) + flag, payload.
 * A half frame waits for the rest; after garbage the next marker starts anew; flag 1 joins with the next frame of the same type.
 */
export function createFrameParser(): (chunk: string | ArrayBuffer) => Frame[] {
  let held = new Uint8Array(0);
  const fragments = new Map<string, Uint8Array[]>();
  return (chunk) => {
    const bytes = typeof chunk === 'string' ? new TextEncoder().encode(chunk) : new Uint8Array(chunk);
    held = joinBytes([held, bytes]);
    const frames: Frame[] = [];
    for (;;) {
      const start = findMarker(held);
      // A marker may be cut in two: its first two bytes stay.
      held = held.subarray(start < 0 ? Math.max(0, held.length - marker.length + 1) : start);
      if (start < 0 || held.length < frameHeaderBytes) break;
      const header = headerPattern.exec(String.fromCharCode(...held.subarray(0, frameHeaderBytes)));
      const length = Number(header?.[2]);
      if (!header || length > maxPayloadBytes) {
        held = held.subarray(marker.length);
        continue;
      }
      const end = frameHeaderBytes + length;
      if (held.length < end) break;
      const [, type = '', , flag] = header;
      const parts = [...(fragments.get(type) ?? []), held.slice(frameHeaderBytes, end)];
      held = held.subarray(end);
      if (flag === '1') fragments.set(type, parts);
      else {
        fragments.delete(type);
        frames.push({ type, payload: new TextDecoder().decode(joinBytes(parts)) });
      }
    }
    held = held.slice();
    return frames;
  };
}

function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function findMarker(bytes: Uint8Array): number {
  for (let at = bytes.indexOf(marker[0] ?? 0); at >= 0; at = bytes.indexOf(marker[0] ?? 0, at + 1)) {
    if (at + marker.length > bytes.length) return -1;
    if (marker.every((byte, i) => bytes[at + i] === byte)) return at;
  }
  return -1;
}
