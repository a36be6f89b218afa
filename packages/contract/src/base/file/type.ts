/** Types of files that may be uploaded. The type is found by the content, because file name and browser can say anything. */
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
/** Uses of uploaded files, with the types and the size (MB) that each accepts. */
export const fileKinds = {
  /** picture of a user, cut square by the browser */
  avatar: { types: ['jpg', 'png'], maxMb: 2 },
  image: { types: ['jpg', 'png', 'webp'], maxMb: 10 },
  /** pictures of papers: licences, contracts */
  paper: { types: ['jpg', 'png', 'pdf'], maxMb: 5 },
  document: { types: ['pdf', 'jpg', 'png', 'docx', 'xlsx'], maxMb: 10 },
} as const satisfies Record<string, FileKind>;
export type FileKindName = keyof typeof fileKinds;

const hasSignature = (bytes: Uint8Array, at: number, ...signature: number[]): boolean =>
  signature.every((byte, i) => bytes[at + i] === byte);
const asciiCodes = (text: string): number[] => [...text].map((c) => c.charCodeAt(0));

/** Number of leading bytes that are enough to detect a type: they contain the names of the first entries of an Office package. */
export const sniffedBytes = 4096;

/** The type of a file by its magic bytes, or null for an unknown one. `bytes` may be just the beginning of the file. */
export function detectFileType(bytes: Uint8Array): FileType | null {
  if (hasSignature(bytes, 0, 0xff, 0xd8, 0xff)) return 'jpg';
  if (hasSignature(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'png';
  if (hasSignature(bytes, 0, ...asciiCodes('RIFF')) && hasSignature(bytes, 8, ...asciiCodes('WEBP'))) return 'webp';
  if (hasSignature(bytes, 0, ...asciiCodes('%PDF-'))) return 'pdf';
  if (!hasSignature(bytes, 0, 0x50, 0x4b, 0x03, 0x04)) return null;
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
