import { posix } from 'node:path';
import { collect } from './collect';
import { contentTypesNs, packageRelationsNs, relationsNs, xmlHead } from './namespaces';
import { readRelations, relationsOf } from './relations';
import { rewriteXml } from './rewrite';
import type { ZipReader } from './unzip';
import { escapeXml, readXml } from './xml';
import { ZipWriter } from './zip';

type Content = Iterable<string> | AsyncIterable<string>;
interface NewRelation {
  id: string;
  type: string;
  target: string;
}
const contentTypes = '[Content_Types].xml';

/** A workbook with some parts changed, added or left out; all others stay byte by byte what they were. */
export class BookPatch {
  private readonly contents = new Map<string, () => Content>();
  private readonly dropped = new Set<string>();
  private readonly relations = new Map<string, { added: NewRelation[]; dropped: Set<string>; taken: Set<string> }>();
  private readonly overrides: Array<{ part: string; mime: string }> = [];
  private readonly defaults: Array<{ extension: string; mime: string }> = [];

  constructor(readonly zip: ZipReader) {}

  /** Gives a part other content; it is asked for when the file is written, in the order of these calls. */
  replace(part: string, content: () => Content): void {
    this.contents.set(part, content);
  }

  /** Adds a part and answers its name: `xl/comments#.xml` with a number that is free. A MIME type of the part itself, or of all files with its extension. */
  add(pattern: string, mime: { own: string } | { byExtension: string }, content: () => Content): string {
    let number = 1;
    const named = (): string => pattern.replace('#', String(number));
    while (this.zip.find(named()) || this.contents.has(named())) number++;
    const part = named();
    this.contents.set(part, content);
    if ('own' in mime) this.overrides.push({ part, mime: mime.own });
    else this.defaults.push({ extension: posix.extname(part).slice(1), mime: mime.byExtension });
    return part;
  }

  /** Leaves a part out, with the relation that led to it. */
  async drop(from: string, relationId: string, part: string): Promise<void> {
    (await this.relationsFrom(from)).dropped.add(relationId);
    this.dropped.add(part.toLowerCase());
  }

  /** Lets `from` lead to another part; answers the id of the relation. */
  async relate(from: string, type: string, target: string): Promise<string> {
    const { added, taken } = await this.relationsFrom(from);
    let number = taken.size + 1;
    while (taken.has(`rId${number}`)) number++;
    const id = `rId${number}`;
    taken.add(id);
    added.push({ id, type: `${relationsNs}/${type}`, target: `/${target}` });
    return id;
  }

  /** The whole file. */
  async write(): Promise<Buffer> {
    const { out, bytes } = collect();
    const zip = new ZipWriter(out);
    // what changes is written first, since it says what the other parts have to declare
    for (const [part, content] of this.contents) await zip.add(part, content());
    for (const [part, { added, dropped }] of this.relations)
      await zip.add(...(await this.relationsPart(part, added, dropped)));
    await zip.add(contentTypes, await this.typesPart());
    const written = new Set(
      [contentTypes, ...this.contents.keys(), ...[...this.relations.keys()].map(relationsOf)].map((name) =>
        name.toLowerCase(),
      ),
    );
    for (const [key, part] of this.zip.parts) if (!written.has(key) && !this.dropped.has(key)) await zip.copy(part);
    await zip.finish();
    return bytes();
  }

  private async relationsFrom(part: string) {
    const known = this.relations.get(part);
    if (known) return known;
    const taken = new Set((await readRelations(this.zip, part)).map(({ id }) => id));
    const fresh = { added: [], dropped: new Set<string>(), taken };
    this.relations.set(part, fresh);
    return fresh;
  }

  private async relationsPart(
    part: string,
    added: readonly NewRelation[],
    dropped: ReadonlySet<string>,
  ): Promise<[string, Content]> {
    const name = relationsOf(part);
    const file = this.zip.find(name);
    const more = (prefix: string): string =>
      added
        .map(
          ({ id, type, target }) => `<${prefix}Relationship Id="${id}" Type="${type}" Target="${escapeXml(target)}"/>`,
        )
        .join('');
    if (!file) return [name, [`${xmlHead}<Relationships xmlns="${packageRelationsNs}">${more('')}</Relationships>`]];
    const content = rewriteXml(this.zip.read(file), {
      open: ({ name, attributes }) =>
        name === 'Relationship' && dropped.has(attributes.Id ?? '') ? { drop: true } : undefined,
      closing: (name, prefix) => (name === 'Relationships' ? more(prefix) : undefined),
    });
    return [file.name, content];
  }

  private async typesPart(): Promise<Content> {
    const file = this.zip.find(contentTypes);
    const extensions = new Set<string>();
    if (file)
      await readXml(this.zip.read(file), {
        open: ({ name, attributes }) => {
          if (name === 'Default') extensions.add((attributes.Extension ?? '').toLowerCase());
        },
      });
    const more = (prefix: string): string =>
      [
        ...this.defaults
          .filter(({ extension }) => !extensions.has(extension))
          .map(({ extension, mime }) => `<${prefix}Default Extension="${extension}" ContentType="${mime}"/>`),
        ...this.overrides.map(({ part, mime }) => `<${prefix}Override PartName="/${part}" ContentType="${mime}"/>`),
      ].join('');
    if (!file) return [`${xmlHead}<Types xmlns="${contentTypesNs}">${more('')}</Types>`];
    return rewriteXml(this.zip.read(file), {
      open: ({ name, attributes }) =>
        name === 'Override' && this.dropped.has((attributes.PartName ?? '').slice(1).toLowerCase())
          ? { drop: true }
          : undefined,
      closing: (name, prefix) => (name === 'Types' ? more(prefix) : undefined),
    });
  }
}
