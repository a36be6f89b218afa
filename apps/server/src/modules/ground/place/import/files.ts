import { placeType } from '@tongda/contract/ground/place/enums';
import { circleRing } from '@tongda/geo/shape';
import type { LngLat, Polygon } from '@tongda/geo/types';
import { shapeOf } from '../../../../kernel/ground/place-shape';
import type { Ground } from '../repo';

/** Places as GeoJSON (RFC 7946). A circle is a Point with `radiusM`, a line carries `halfWidthM`: read back, they are the same. */
export function* geoJsonText(grounds: readonly Ground[]): Iterable<string> {
  yield '{"type":"FeatureCollection","features":[\n';
  let separator = '';
  for (const g of grounds) {
    const properties = {
      name: g.name,
      code: g.code ?? undefined,
      kind: g.placeKind,
      placeType: g.placeType,
      typeName: placeType.label(g.placeType),
      shape: g.kind,
      color: g.color,
      ...(g.icon ? { icon: g.icon } : {}),
      ...(g.kind === 'circle' ? { radiusM: g.radius_m } : {}),
      ...(g.kind === 'line' ? { halfWidthM: g.radius_m } : {}),
      ...(g.adcode ? { adcode: g.adcode } : {}),
      remark: g.remark || undefined,
    };
    yield `${separator}${JSON.stringify({ type: 'Feature', properties, geometry: g.geometry })}`;
    separator = ',\n';
  }
  yield '\n]}\n';
}

/** Places as KML 2.2 for map programs; a circle is drawn as a polygon of 72 corners and named in ExtendedData. */
export function* kmlText(grounds: readonly Ground[]): Iterable<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>区域站点</name>\n';
  for (const g of grounds) {
    const data: Array<readonly [string, string]> = [
      ['kind', g.placeKind],
      ['placeType', String(g.placeType)],
      ['shape', g.kind],
      ...(g.code ? [['code', g.code] as const] : []),
      ...(g.radius_m === null ? [] : [['radiusM', String(g.radius_m)] as const]),
      ...(g.kind === 'circle' ? [['centre', `${g.lng},${g.lat}`] as const] : []),
    ];
    const colour = kmlColour(g.color);
    yield `<Placemark><name>${escapeXml(g.name)}</name>${g.remark ? `<description>${escapeXml(g.remark)}</description>` : ''}`;
    yield `<Style><LineStyle><color>ff${colour}</color><width>2</width></LineStyle><PolyStyle><color>33${colour}</color></PolyStyle></Style>`;
    yield `<ExtendedData>${data.map(([k, v]) => `<Data name="${k}"><value>${escapeXml(v)}</value></Data>`).join('')}</ExtendedData>`;
    yield `${kmlGeometry(g)}</Placemark>\n`;
  }
  yield '</Document></kml>\n';
}

/** KML writes colours blue first. */
const kmlColour = (hex: string): string => `${hex.slice(5, 7)}${hex.slice(3, 5)}${hex.slice(1, 3)}`.toLowerCase();

function kmlGeometry(g: Ground): string {
  const shape = shapeOf(g);
  switch (shape.kind) {
    case 'circle':
      return kmlPolygon([circleRing(shape.centre, shape.radiusM)]);
    case 'line':
      return `<LineString><coordinates>${kmlCoordinates(shape.path)}</coordinates></LineString>`;
    case 'district':
      return `<MultiGeometry>${shape.parts.map(kmlPolygon).join('')}</MultiGeometry>`;
    case 'polygon':
      return kmlPolygon(shape.rings);
    case 'rect': {
      const [west, south, east, north] = shape.box;
      return kmlPolygon([
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
        ],
      ]);
    }
  }
}

function kmlPolygon(rings: Polygon): string {
  const boundary = (ring: readonly LngLat[], tag: string): string => {
    const [first] = ring;
    const closed = first ? [...ring, first] : ring;
    return `<${tag}><LinearRing><coordinates>${kmlCoordinates(closed)}</coordinates></LinearRing></${tag}>`;
  };
  const [outer = [], ...holes] = rings;
  return `<Polygon>${boundary(outer, 'outerBoundaryIs')}${holes.map((h) => boundary(h, 'innerBoundaryIs')).join('')}</Polygon>`;
}
const kmlCoordinates = (points: readonly LngLat[]): string =>
  points.map(([lng, lat]) => `${round6(lng)},${round6(lat)}`).join(' ');
const round6 = (n: number): number => Math.round(n * 1e6) / 1e6;

const escapeXml = (text: string): string =>
  text.replace(/[&<>"]/gu, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);
