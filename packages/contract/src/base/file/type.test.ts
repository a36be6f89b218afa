import { expect, test } from 'vitest';
import { acceptOf, detectFileType, fileKinds, typeWords } from './type';

const text = (s: string): number[] => [...s].map((c) => c.charCodeAt(0));
const zip = (...names: string[]): number[] => [0x50, 0x4b, 3, 4, ...text(names.join(' '))];

test.each([
  ['jpg', [0xff, 0xd8, 0xff, 0xe0]],
  ['png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0]],
  ['webp', [...text('RIFF'), 1, 2, 3, 4, ...text('WEBPVP8 ')]],
  ['pdf', text('%PDF-1.7')],
  ['xlsx', zip('[Content_Types].xml', 'xl/workbook.xml')],
  ['docx', zip('[Content_Types].xml', 'word/document.xml')],
  [null, zip('evil.exe')],
  [null, [0x50, 0x4b, 3, 4]],
  [null, text('<svg onload=alert(1)>')],
  [null, text('GIF89a')],
  [null, text('MZ')],
  [null, []],
])('bytes of %s', (type, bytes) => expect(detectFileType(Uint8Array.from(bytes))).toBe(type));

test('what the dialog offers and what the refusal names', () => {
  expect(acceptOf(fileKinds.avatar)).toBe('.jpg,.jpeg,.png');
  expect(typeWords(fileKinds.avatar)).toBe('JPG、PNG');
});
