import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { blobConformance } from './conformance';
import { localFolder } from './local-folder';

const folders: string[] = [];
const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'blob-'));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const made of folders) rmSync(made, { recursive: true });
});

blobConformance('the local folder', () => localFolder(folder()));

it('leaves nothing beside the objects', async () => {
  const root = folder();
  const store = localFolder(root);
  await store.put('a/b', Buffer.from('1'));
  await store.put('a/b', Buffer.from('2'));
  expect(readdirSync(join(root, 'a'))).toEqual(['b']);
});
