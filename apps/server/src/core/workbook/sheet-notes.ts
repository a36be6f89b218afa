import { notesMime, vmlMime } from './namespaces';
import { changeDrawing, type Note, notesDrawing, notesXml, noteXml, shapeKey } from './notes';
import type { BookPatch } from './patch';
import { readRelations } from './relations';
import { rewriteXml } from './rewrite';
import { readXml } from './xml';

/** Comments that a sheet of an uploaded workbook has, and how others take their place. */
export class SheetNotes {
  private constructor(
    private readonly patch: BookPatch,
    private readonly sheet: string,
    /** it has comments, or a drawing that could show some: what the sheet says of them has to be read */
    readonly any: boolean,
    /** texts by address */
    readonly texts: ReadonlyMap<string, string>,
    private readonly authors: number,
  ) {}

  static async read(patch: BookPatch, sheet: string): Promise<SheetNotes> {
    const related = await readRelations(patch.zip, sheet);
    const part = related.find(({ type }) => type === 'comments');
    const file = part && patch.zip.find(part.target);
    const texts = new Map<string, string>();
    let authors = 0;
    let ref = '';
    let text = '';
    let inText = false;
    if (file)
      await readXml(patch.zip.read(file), {
        open: ({ name, attributes }) => {
          inText = name === 't';
          if (name === 'author') authors++;
          if (name !== 'comment') return;
          ref = attributes.ref ?? '';
          text = '';
        },
        text: (piece) => {
          if (inText) text += piece;
        },
        close: (name) => {
          inText = false;
          if (name === 'comment') texts.set(ref, text);
        },
      });
    const any = texts.size > 0 || related.some(({ type }) => type === 'vmlDrawing');
    return new SheetNotes(patch, sheet, any, texts, authors);
  }

  /**
   * Removes the comments of some cells and adds others. `named` is the id of the drawing that the sheet names so far; answers the id of a drawing that it has
   * to name now, null when nothing changes there.
   */
  async change(
    gone: ReadonlySet<string>,
    notes: readonly Note[],
    author: string,
    named: string | undefined,
  ): Promise<string | null> {
    if (gone.size === 0 && notes.length === 0) return null;
    const { patch, sheet } = this;
    const related = await readRelations(patch.zip, sheet);
    // conversations of newer programs are kept beside a comment of the old form, which says the same; with other comments they would contradict them
    for (const { id, type, target } of related) if (type === 'threadedComment') await patch.drop(sheet, id, target);
    await this.changeTexts(related.find(({ type }) => type === 'comments')?.target, gone, notes, author);
    const drawing = related.find(({ id, type }) => type === 'vmlDrawing' && id === named);
    const file = drawing && patch.zip.find(drawing.target);
    if (!file) {
      if (notes.length === 0) return null;
      const part = patch.add('xl/drawings/vmlDrawing#.vml', { byExtension: vmlMime }, () => [notesDrawing(notes)]);
      return patch.relate(sheet, 'vmlDrawing', part);
    }
    const pieces: Buffer[] = [];
    for await (const piece of patch.zip.read(file)) pieces.push(piece);
    const before = Buffer.concat(pieces).toString('utf8');
    patch.replace(file.name, () => [changeDrawing(before, new Set([...gone].map(shapeKey)), notes)]);
    return null;
  }

  private async changeTexts(
    part: string | undefined,
    gone: ReadonlySet<string>,
    notes: readonly Note[],
    author: string,
  ): Promise<void> {
    const { patch } = this;
    const file = part === undefined ? undefined : patch.zip.find(part);
    if (!file) {
      const added = patch.add('xl/comments#.xml', { own: notesMime }, () => [notesXml(notes, author)]);
      await patch.relate(this.sheet, 'comments', added);
      return;
    }
    patch.replace(file.name, () =>
      rewriteXml(patch.zip.read(file), {
        open: ({ name, attributes }) =>
          name === 'comment' && gone.has(attributes.ref ?? '') ? { drop: true } : undefined,
        closing: (name, prefix) => {
          if (name === 'authors') return `<${prefix}author>${author}</${prefix}author>`;
          if (name !== 'commentList') return undefined;
          return notes.map((note) => noteXml(note, this.authors, prefix)).join('');
        },
      }),
    );
  }
}
