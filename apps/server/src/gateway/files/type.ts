import { detectFileType, fileTypes } from '@tongda/contract/base/file/type';

/** Kinds of terminals' files (0x0800, 0x1211). */
export const fileKind = { image: 0, audio: 1, video: 2, text: 3, other: 4 } as const;

const ascii = (head: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...head.subarray(at, at + length));

/** Extensions of what has no mark in its first bytes. */
const byName: Readonly<Record<string, string>> = {
  txt: 'text/plain; charset=utf-8',
  h264: 'video/h264',
  264: 'video/h264',
  h265: 'video/h265',
  265: 'video/h265',
  hevc: 'video/h265',
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

/** Whether a file may be a raw film: it begins with a start code of H.264 or H.265. */
export const looksLikeRawFilm = (head: Uint8Array): boolean =>
  head[0] === 0 && head[1] === 0 && (head[2] === 1 || (head[2] === 0 && head[3] === 1));
