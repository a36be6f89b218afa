import { posix } from 'node:path';
import type { ZipReader } from './unzip';
import { attributeOf, readXml } from './xml';

/** What a part of a workbook leads to: `type` is the last word of its type (`worksheet`, `comments`), `target` the name of a part. */
export interface Relation {
  id: string;
  type: string;
  target: string;
}

/** `xl/worksheets/sheet1.xml` → `xl/worksheets/_rels/sheet1.xml.rels` */
export const relationsOf = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

/** What a part leads to inside of its file; `''` is the file itself. */
export async function readRelations(zip: ZipReader, part: string): Promise<Relation[]> {
  const file = zip.find(part === '' ? '_rels/.rels' : relationsOf(part));
  const found: Relation[] = [];
  if (!file) return found;
  await readXml(zip.read(file), {
    open: ({ name, attributes }) => {
      if (name !== 'Relationship' || attributes.TargetMode === 'External') return;
      const target = (attributes.Target ?? '').replaceAll('\\', '/');
      found.push({
        id: attributeOf(attributes, 'Id') ?? '',
        type: (attributes.Type ?? '').split('/').at(-1) ?? '',
        target: target.startsWith('/') ? target.slice(1) : posix.join(posix.dirname(part), target),
      });
    },
  });
  return found;
}
