import { detectFileType, fileTypes } from '@tongda/contract/base/file/type';

/** Kinds of terminals' files (0x0800, 0x1211). */
export const fileKind = { image: 0, audio: 1, video: 2, text: 3, other: 4 } as const;

const ascii = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

/** Extensions of what has no mark in its first bytes. */
const byName: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  h264: 'video/h264',
  avi: 'video/x-msvideo',
  wmv: 'video/x-ms-wmv',
  aac: 'audio/aac',
  amr: 'audio/amr',
};

/** MIME type of a terminal's file by its first bytes, which count more than its name. */
export function typeOf(head: Uint8Array, name: string): string {
  const known = detectFileType(head);
  if (known) return fileTypes[known].mime;
  if (ascii(head, 0, 4) === 'RIFF' && ascii(head, 8, 4) === 'WAVE') return 'audio/wav';
  if (ascii(head, 0, 3) === 'ID3' || (head[0] === 0xff && ((head[1] ?? 0) & 0xe6) === 0xe2)) return 'audio/mpeg';
  if (ascii(head, 4, 4) === 'ftyp') return 'video/mp4';
  return byName[name.slice(name.lastIndexOf('.') + 1).toLowerCase()] ?? 'application/octet-stream';
}
