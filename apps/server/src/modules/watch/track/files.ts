import type { ShownPoint } from './points';

/** Head of a map file: what it says about its track. */
export interface TrackFileHead {
  name: string;
  description: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const escapeXml = (text: string): string => text.replace(/[&<>"']/gu, (c) => escapes[c] ?? c);
const isoTime = (t: number): string => new Date(t).toISOString().replace('.000Z', 'Z');
const coordinateText = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Speed and direction where the report knows them. */
function extensionsOf({ speedKmh, directionDeg }: ShownPoint['source']): string {
  const known = [
    ...(speedKmh === null ? [] : [`<td:speedKmh>${speedKmh}</td:speedKmh>`]),
    ...(directionDeg === null ? [] : [`<td:course>${directionDeg}</td:course>`]),
  ];
  return known.length > 0 ? `<extensions>${known.join('')}</extensions>` : '';
}

/** Writes a track as GPX 1.1: one segment for every piece without a gap, speed in m/s as an extension. */
export async function* writeGpx(head: TrackFileHead, points: AsyncIterable<ShownPoint>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Tongda" xmlns="http://www.topografix.com/GPX/1/1" xmlns:td="https://tongda.example/gpx/1">\n<metadata><name>${escapeXml(head.name)}</name><desc>${escapeXml(head.description)}</desc></metadata>\n<trk><name>${escapeXml(head.name)}</name>\n<trkseg>\n`;
  let any = false;
  for await (const p of points) {
    if (!p.located) continue;
    if (any && p.afterGap) yield '</trkseg>\n<trkseg>\n';
    any = true;
    yield `<trkpt lat="${coordinateText(p.lat)}" lon="${coordinateText(p.lng)}"><time>${isoTime(p.source.t)}</time>${extensionsOf(p.source)}</trkpt>\n`;
  }
  yield '</trkseg>\n</trk>\n</gpx>\n';
}

/** Writes a track as KML 2.2: one line for every piece without a gap, with the time at which it begins. */
export async function* writeKml(head: TrackFileHead, points: AsyncIterable<ShownPoint>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document><name>${escapeXml(head.name)}</name><description>${escapeXml(head.description)}</description>\n<Style id="track"><LineStyle><color>fff0741a</color><width>4</width></LineStyle></Style>\n`;
  let open = false;
  for await (const p of points) {
    if (!p.located) continue;
    if (open && p.afterGap) yield lineEnd;
    if (!open || p.afterGap) {
      yield `<Placemark><name>${isoTime(p.source.t)}</name><TimeStamp><when>${isoTime(p.source.t)}</when></TimeStamp><styleUrl>#track</styleUrl><LineString><tessellate>1</tessellate><coordinates>\n`;
    }
    open = true;
    yield `${coordinateText(p.lng)},${coordinateText(p.lat)}\n`;
  }
  yield `${open ? lineEnd : ''}</Document>\n</kml>\n`;
}
const lineEnd = '</coordinates></LineString></Placemark>\n';
