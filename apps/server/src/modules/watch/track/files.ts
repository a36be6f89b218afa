import type { ShownPoint } from './points';

/** What a map file says of its track. */
export interface TrackFileHead {
  name: string;
  description: string;
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
const xml = (text: string): string => text.replace(/[&<>"']/gu, (c) => escapes[c] ?? c);
const iso = (t: number): string => new Date(t).toISOString().replace('.000Z', 'Z');
const place = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** GPX 1.1: one segment for every unbroken piece, speed in m/s as an extension. */
export async function* gpx(head: TrackFileHead, points: AsyncIterable<ShownPoint>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Tongda" xmlns="http://www.topografix.com/GPX/1/1" xmlns:td="https://tongda.example/gpx/1">\n<metadata><name>${xml(head.name)}</name><desc>${xml(head.description)}</desc></metadata>\n<trk><name>${xml(head.name)}</name>\n<trkseg>\n`;
  let any = false;
  for await (const p of points) {
    if (!p.located) continue;
    if (any && p.afterGap) yield '</trkseg>\n<trkseg>\n';
    any = true;
    yield `<trkpt lat="${place(p.lat)}" lon="${place(p.lng)}"><time>${iso(p.source.t)}</time><extensions><td:speedKmh>${p.source.speedKmh}</td:speedKmh><td:course>${p.source.directionDeg}</td:course></extensions></trkpt>\n`;
  }
  yield '</trkseg>\n</trk>\n</gpx>\n';
}

/** KML 2.2: a line for every unbroken piece, with the time that each begins. */
export async function* kml(head: TrackFileHead, points: AsyncIterable<ShownPoint>): AsyncGenerator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2">\n<Document><name>${xml(head.name)}</name><description>${xml(head.description)}</description>\n<Style id="track"><LineStyle><color>fff0741a</color><width>4</width></LineStyle></Style>\n`;
  let open = false;
  for await (const p of points) {
    if (!p.located) continue;
    if (open && p.afterGap) yield lineEnd;
    if (!open || p.afterGap) {
      yield `<Placemark><name>${iso(p.source.t)}</name><TimeStamp><when>${iso(p.source.t)}</when></TimeStamp><styleUrl>#track</styleUrl><LineString><tessellate>1</tessellate><coordinates>\n`;
    }
    open = true;
    yield `${place(p.lng)},${place(p.lat)}\n`;
  }
  yield `${open ? lineEnd : ''}</Document>\n</kml>\n`;
}
const lineEnd = '</coordinates></LineString></Placemark>\n';
