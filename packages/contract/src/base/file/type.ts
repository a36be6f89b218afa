/** Types of files that are taken, by what their bytes say: the name and what the browser calls them prove nothing. */
export const fileTypes = {
  jpg: { mime: 'image/jpeg', extensions: ['jpg', 'jpeg'], inline: true },
  png: { mime: 'image/png', extensions: ['png'], inline: true },
  webp: { mime: 'image/webp', extensions: ['webp'], inline: true },
  pdf: { mime: 'application/pdf', extensions: ['pdf'], inline: true },
  xlsx: {
    mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    extensions: ['xlsx'],
    inline: false,
  },
  docx: {
    mime: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    extensions: ['docx'],
    inline: false,
  },
} as const;
export type FileType = keyof typeof fileTypes;

export interface FileKind {
  types: readonly FileType[];
  maxMb: number;
}
/** What a file is for, and what is taken for it. */
export const fileKinds = {
  /** picture of a user, cut square by the browser */
  avatar: { types: ['jpg', 'png'], maxMb: 2 },
  image: { types: ['jpg', 'png', 'webp'], maxMb: 10 },
  /** pictures of papers: licences, contracts */
  paper: { types: ['jpg', 'png', 'pdf'], maxMb: 5 },
  document: { types: ['pdf', 'jpg', 'png', 'docx', 'xlsx'], maxMb: 10 },
} as const satisfies Record<string, FileKind>;
export type FileKindName = keyof typeof fileKinds;

const starts = (bytes: Uint8Array, at: number, ...signature: number[]): boolean =>
  signature.every((byte, i) => bytes[at + i] === byte);
const ascii = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** Bytes that are enough to tell the type: the names of the first entries of a package stand in them. */
export const sniffedBytes = 4096;

/** The type by magic bytes, or null. `bytes` may be the beginning of the file only. */
export function sniff(bytes: Uint8Array): FileType | null {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'jpg';
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (starts(bytes, 0, ...ascii('RIFF')) && starts(bytes, 8, ...ascii('WEBP'))) return 'webp';
  if (starts(bytes, 0, ...ascii('%PDF-'))) return 'pdf';
  if (!starts(bytes, 0, 0x50, 0x4b, 0x03, 0x04)) return null;
  // A package of Office: a zip whose first entries name the application.
  const head = Array.from(bytes.subarray(0, sniffedBytes), (byte) => String.fromCharCode(byte)).join('');
  if (!/\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/|word\//u.test(head)) return null;
  if (head.includes('word/')) return 'docx';
  return head.includes('xl/') ? 'xlsx' : null;
}

/** JPG、PNG: for the sentence that refuses another type. */
export const typeWords = (kind: FileKind): string => kind.types.map((type) => type.toUpperCase()).join('、');
/** `.jpg,.jpeg,.png`: for the file dialog. */
export const acceptOf = (kind: FileKind): string =>
  kind.types.flatMap((type) => fileTypes[type].extensions.map((e) => `.${e}`)).join(',');
