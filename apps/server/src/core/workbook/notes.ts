import { placeOf } from './address';
import { mainNs, xmlHead } from './namespaces';
import { escapeXml } from './xml';

/** A comment of a cell, as spreadsheets show it in a small window beside it. */
export interface Note {
  /** address of the cell */
  ref: string;
  text: string;
}

/** Comments of one author, in the elements of a `commentList`. */
export const noteXml = ({ ref, text }: Note, author: number, prefix: string): string =>
  `<${prefix}comment ref="${ref}" authorId="${author}"><${prefix}text><${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t></${prefix}text></${prefix}comment>`;

/** The part of a sheet that had no comments yet. */
export const notesXml = (notes: readonly Note[], author: string): string =>
  `${xmlHead}<comments xmlns="${mainNs}"><authors><author>${escapeXml(author)}</author></authors><commentList>${notes.map((note) => noteXml(note, 0, '')).join('')}</commentList></comments>`;

/** Excel counts shapes of a drawing in blocks of this size and wants to know which ones it uses. */
const shapeBlock = 1024;
const shapeType =
  '<v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>';
const vmlNames =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"';

/** The windows of comments, which Excel wants drawn in a part of their own. */
export function notesDrawing(notes: readonly Note[]): string {
  const blocks = Array.from({ length: Math.ceil((notes.length + 1) / shapeBlock) }, (_, i) => i + 1).join(',');
  return `<xml ${vmlNames}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks}"/></o:shapelayout>${shapeType}${shapesXml(notes, shapeBlock)}</xml>`;
}

/** A drawing with the windows of other comments: those of the cells in `gone` are taken out, those of `notes` added. Everything else in it stays as it is. */
export function changeDrawing(drawing: string, gone: ReadonlySet<string>, notes: readonly Note[]): string {
  const end = drawing.lastIndexOf('</');
  if (end < 0) return notesDrawing(notes);
  const kept = withoutShapes(drawing.slice(0, end), gone);
  const type = kept.includes('_x0000_t202"') ? '' : shapeType;
  return `${kept}${type}${shapesXml(notes, lastShape(kept))}${drawing.slice(end)}`;
}

const shapeEnd = '</v:shape>';
/** Drawings of old programs need not be XML (`<br>`), so they are searched as text. */
function withoutShapes(drawing: string, gone: ReadonlySet<string>): string {
  let kept = '';
  for (let at = 0; at < drawing.length; ) {
    const end = drawing.indexOf(shapeEnd, at);
    if (end < 0) return kept + drawing.slice(at);
    const piece = drawing.slice(at, end + shapeEnd.length);
    const start = piece.lastIndexOf('<v:shape ');
    kept += start >= 0 && gone.has(placeOfShape(piece.slice(start))) ? piece.slice(0, start) : piece;
    at = end + shapeEnd.length;
  }
  return kept;
}

/** `row column` of the cell that a shape is the comment of, counted from 1; '' when it is something else. */
function placeOfShape(shape: string): string {
  if (!shape.includes('ObjectType="Note"')) return '';
  const numberIn = (name: string): number => {
    const from = shape.indexOf(`<${name}>`);
    return from < 0 ? Number.NaN : Number.parseInt(shape.slice(from + name.length + 2, from + name.length + 12), 10);
  };
  return `${numberIn('x:Row') + 1} ${numberIn('x:Column') + 1}`;
}

/** The key of a cell in `gone`. */
export const shapeKey = (ref: string): string => {
  const place = placeOf(ref);
  return place ? `${place.row} ${place.column}` : '';
};

/** The highest number that a shape has. */
function lastShape(drawing: string): number {
  let last = shapeBlock;
  for (const [, number] of drawing.matchAll(/_x0000_s(\d{1,9})/gu)) last = Math.max(last, Number(number));
  return last;
}

function shapesXml(notes: readonly Note[], after: number): string {
  return notes
    .map(({ ref, text }, i) => {
      // addresses of cells that exist
      const { row, column } = placeOf(ref) ?? { row: 1, column: 1 };
      const lines = text.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 16), 0);
      const top = Math.max(0, row - 2);
      const anchor = [column, 15, top, 4, column + 3, 15, top + Math.min(12, 1 + lines), 4].join(', ');
      return `<v:shape id="_x0000_s${after + i + 1}" type="#_x0000_t202" style="position:absolute;z-index:${i + 1};visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow on="t" color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column - 1}</x:Column></x:ClientData></v:shape>`;
    })
    .join('');
}
