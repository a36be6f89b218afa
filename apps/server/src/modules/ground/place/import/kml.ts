import type { LngLat } from '@tongda/geo/types';
import { SaxesParser } from 'saxes';
import { invalidField } from '../../../../core/http/errors';

/** A placemark of a KML file as it stands there: its words by name, and the rings, lines and points that it draws. */
export interface Placemark {
  /** `name`, `description`, and the values of ExtendedData by their names */
  data: Record<string, string>;
  polygons: number;
  outer: LngLat[] | null;
  /** holes of the first polygon */
  inner: LngLat[][];
  line: LngLat[] | null;
  point: LngLat | null;
}

/** Levels of elements that map programs write are about ten; folders within folders some more. */
const maxDepth = 100;

/** Positions of a `coordinates` element: triples of longitude, latitude and height, divided by white space. */
const positionsOf = (text: string): LngLat[] =>
  text
    .trim()
    .split(/\s+/u)
    .filter(Boolean)
    .map((triple): LngLat => {
      const [lng = Number.NaN, lat = Number.NaN] = triple.split(',', 2).map(Number);
      return [lng, lat];
    });

const newMark = (): Placemark => ({ data: {}, polygons: 0, outer: null, inner: [], line: null, point: null });
const wrongXml = (line: number, what: string): Error => invalidField('file', `KML 文件第${line}行${what}`);

/**
 * Reads the placemarks of a KML file in one pass, whatever stands around them. It costs as much as the file is long; entities that a file declares itself are
 * not expanded. Throws AppError 4000 that names the line when it is not XML.
 */
export function readPlacemarks(text: string): Placemark[] {
  const marks: Placemark[] = [];
  const parser = new SaxesParser({ xmlns: false, position: true });
  /** local names of the open elements */
  const open: string[] = [];
  let mark: Placemark | null = null;
  /** name of the `Data` element that is open */
  let dataName = '';
  let words = '';
  const refuse = (what: string): never => {
    throw wrongXml(parser.line, what);
  };
  parser.on('error', ({ message }) => {
    // map programs write `&` and `&nbsp;` into names; they are taken as they stand
    if (!message.includes('entity')) refuse('不是有效的 XML，请重新导出后再试');
  });
  parser.on('opentag', ({ name, attributes }) => {
    const local = localName(name);
    open.push(local);
    if (open.length > maxDepth) refuse(`嵌套超过${maxDepth}层`);
    words = '';
    if (local === 'Placemark') mark = newMark();
    if (local === 'Data' || local === 'SimpleData') dataName = String(attributes.name ?? '');
    if (local === 'Polygon' && mark) mark.polygons++;
  });
  const add = (more: string): void => {
    if (mark) words += more;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    const local = localName(name);
    open.pop();
    if (mark) takeElement(mark, local, words, open, dataName);
    if (local === 'Placemark' && mark) {
      marks.push(mark);
      mark = null;
    }
    words = '';
  });
  parser.write(text).close();
  return marks;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Takes an element that has just closed into its placemark; `above` are the elements around it. Of several names, lines and points the first counts. */
function takeElement(mark: Placemark, local: string, words: string, above: readonly string[], dataName: string): void {
  const around = above.at(-1);
  if (local === 'name' || local === 'description') mark.data[local] ??= words.trim();
  else if ((local === 'value' && around === 'Data') || local === 'SimpleData') mark.data[dataName] = words.trim();
  else if (local === 'coordinates') {
    const at = positionsOf(words);
    if (around === 'Point') mark.point ??= at[0] ?? null;
    else if (around === 'LineString') mark.line ??= at;
    else if (above.includes('innerBoundaryIs')) {
      if (mark.polygons === 1) mark.inner.push(at);
    } else if (above.includes('outerBoundaryIs')) mark.outer ??= at;
  }
}
