import { describe, expect, it } from 'vitest';
import type { Ground } from '../repo';
import { geoJsonText, kmlText } from './files';
import { type Candidate, readPlaces } from './read-files';
import { placeTemplate } from './rows';

const bytes = (text: string) => Buffer.from(text, 'utf8');
const feature = (geometry: unknown, properties: Record<string, unknown> = {}) => ({
  type: 'Feature',
  properties,
  geometry,
});
const collection = (...features: unknown[]) => bytes(JSON.stringify({ type: 'FeatureCollection', features }));
const ring = [
  [121, 31],
  [121.1, 31],
  [121.1, 31.1],
  [121, 31],
];

describe('GeoJSON', () => {
  it('makes sites of points, areas of polygons and corridors of lines', async () => {
    const found = await readPlaces(
      collection(
        feature({ type: 'Point', coordinates: [121.38, 31.25, 4] }, { name: '江桥', radiusM: 500 }),
        feature({ type: 'Polygon', coordinates: [ring] }, { 名称: '禁停', kind: 'region', placeType: 7 }),
        feature({ type: 'LineString', coordinates: ring.slice(0, 2) }, { title: '走廊', halfWidthM: 300 }),
      ),
    );
    expect(found.map((c) => c.fields)).toMatchObject([
      { kind: 'site', name: '江桥', shape: { kind: 'circle', lng: 121.38, lat: 31.25, radiusM: 500 } },
      { kind: 'region', placeType: 7, name: '禁停', shape: { kind: 'polygon', points: ring.slice(0, 3) } },
      { kind: 'line', name: '走廊', shape: { kind: 'line', halfWidthM: 300 } },
    ]);
  });
  it('says what it cannot take', async () => {
    const found = await readPlaces(
      collection(
        feature({ type: 'MultiPolygon', coordinates: [[ring], [ring]] }),
        feature({ type: 'Polygon', coordinates: [ring, ring] }),
        feature(null),
      ),
    );
    expect(found.map((c) => c.msg)).toEqual(['由多个面组成，请拆成多个', '带有空洞的面不能导入', '没有点、线或面']);
    await expect(readPlaces(bytes('{"type":'))).rejects.toThrow('不能解析');
    await expect(readPlaces(bytes('name,lng'))).rejects.toThrow('KML、GeoJSON');
    await expect(readPlaces(collection())).rejects.toThrow('没有可以导入');
  });
  it('draws an outline of a thousand corners with two hundred', async () => {
    const corners = Array.from({ length: 1000 }, (_, i) => {
      const a = (i / 1000) * 2 * Math.PI;
      return [121 + 0.1 * Math.cos(a), 31 + 0.1 * Math.sin(a)];
    });
    const [found] = await readPlaces(collection(feature({ type: 'Polygon', coordinates: [[...corners, corners[0]]] })));
    const { points } = (found as Candidate).fields.shape as { points: unknown[] };
    expect(points.length).toBeLessThanOrEqual(200);
    expect(points.length).toBeGreaterThan(40);
  });
});

describe('KML', () => {
  it('reads what map programs write: entities, CDATA, heights', async () => {
    const kml = `<?xml version="1.0"?><kml><Document>
      <Placemark id="1"><name><![CDATA[江桥 & 仓]]></name><description>A &lt;b&gt;</description><Point><coordinates>121.38,31.25,0</coordinates></Point></Placemark>
      <Placemark><name>禁停</name><Polygon><outerBoundaryIs><LinearRing><coordinates>
        121,31,0 121.1,31,0 121.1,31.1,0 121,31,0</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>
      <Placemark><name>走廊</name><LineString><coordinates>121,31 122,31</coordinates></LineString></Placemark></Document></kml>`;
    const found = await readPlaces(bytes(kml));
    expect(found.map((c) => c.fields)).toMatchObject([
      { name: '江桥 & 仓', remark: 'A <b>', shape: { kind: 'circle', lng: 121.38, lat: 31.25 } },
      { name: '禁停', kind: 'region', shape: { points: ring.slice(0, 3) } },
      {
        name: '走廊',
        kind: 'line',
        shape: {
          points: [
            [121, 31],
            [122, 31],
          ],
        },
      },
    ]);
  });
});

describe('KML that is odd or wrong', () => {
  const read = (inner: string) => readPlaces(bytes(`<?xml version="1.0"?><kml><Document>${inner}</Document></kml>`));
  const corners = ring.map(([lng, lat]) => `${lng},${lat},0`).join(' ');
  const boundary = (tag: string) => `<${tag}><LinearRing><coordinates>${corners}</coordinates></LinearRing></${tag}>`;

  it('says of each placemark what it cannot take', async () => {
    const found = await read(`
      <Placemark><MultiGeometry><Polygon>${boundary('outerBoundaryIs')}</Polygon><Polygon>${boundary('outerBoundaryIs')}</Polygon></MultiGeometry></Placemark>
      <Placemark><Polygon>${boundary('outerBoundaryIs')}${boundary('innerBoundaryIs')}</Polygon></Placemark>
      <Placemark><name>空</name></Placemark>`);
    expect(found.map((c) => c.msg)).toEqual(['由多个面组成，请拆成多个', '带有空洞的面不能导入', '']);
    expect(found[2]?.fields).toMatchObject({ name: '空', shape: { kind: 'circle', lng: undefined } });
  });

  it('takes prefixes, a comment, SimpleData, and a & that nobody escaped', async () => {
    const found = await read(`<!-- <Placemark> -->
      <k:Placemark><k:name>甲 & 乙&nbsp;</k:name><ExtendedData><SchemaData><SimpleData name='code'>A-1</SimpleData></SchemaData></ExtendedData>
      <k:Point><k:coordinates> 121.38,31.25 </k:coordinates></k:Point></k:Placemark>`);
    expect(found.map((c) => c.fields)).toMatchObject([
      { name: '甲 & 乙&nbsp;', code: 'A-1', shape: { kind: 'circle', lng: 121.38, lat: 31.25 } },
    ]);
  });

  it('names the line where it stops being XML', async () => {
    await expect(read('\n<Placemark><name>甲</Placemark>')).rejects.toThrow('KML 文件第2行不是有效的 XML');
    await expect(readPlaces(bytes('<kml><Placemark><name>甲'))).rejects.toThrow('KML 文件第1行');
    await expect(read(`${'<Folder>'.repeat(200)}`)).rejects.toThrow('嵌套超过100层');
  });

  it.each([
    ['placemarks that never close', '<Placemark '],
    ['elements in elements', '<Placemark>'],
    ['sections that never close', '<![CDATA['],
    ['angle brackets', '<'],
    ['data without a value', '<Data name="a">'],
    ['entities of its own', '<!DOCTYPE a [<!ENTITY b "&a;&a;">]>'],
  ])('costs no more than it is long: %s', async (_what, piece) => {
    const cpuMs = async (size: number): Promise<number> => {
      const file = bytes(`<kml>${piece.repeat(size / piece.length)}`);
      const from = process.cpuUsage();
      await readPlaces(file).catch(() => null);
      return process.cpuUsage(from).user / 1000;
    };
    await cpuMs(10_000);
    // with the square of the size it was a minute
    expect(await cpuMs(2_000_000)).toBeLessThan(1500);
  });

  it('thins a line of 200,000 points before it is simplified', async () => {
    const zigzag = Array.from({ length: 200_000 }, (_, i) => `${121 + i * 1e-6},${31 + (i % 2) * i * 1e-6}`).join(' ');
    const from = process.cpuUsage();
    const [found] = await read(`<Placemark><LineString><coordinates>${zigzag}</coordinates></LineString></Placemark>`);
    expect(process.cpuUsage(from).user / 1000).toBeLessThan(8000);
    // a place's shape, as its schema reads it later
    const { points } = (found as Candidate).fields.shape as { points: unknown[] };
    expect(points.length).toBeLessThanOrEqual(5000);
  });
});

it('reads back its own exports', async () => {
  const base = {
    code: null,
    remark: '',
    buffer_m: 50,
    adcode: null,
    west: 0,
    south: 0,
    east: 0,
    north: 0,
    color: '#E03428',
  };
  const grounds = [
    {
      ...base,
      id: '1',
      placeKind: 'site',
      placeType: 2,
      name: '圆<1>',
      kind: 'circle',
      lng: 121.38,
      lat: 31.25,
      radius_m: 450,
      geometry: { type: 'Point', coordinates: [121.38, 31.25] },
    },
    {
      ...base,
      id: '2',
      placeKind: 'line',
      placeType: 11,
      name: '线',
      kind: 'line',
      lng: 121,
      lat: 31,
      radius_m: 300,
      geometry: {
        type: 'LineString',
        coordinates: [
          [121, 31],
          [122, 31],
        ],
      },
    },
  ] as unknown as Ground[];
  for (const write of [geoJsonText, kmlText]) {
    const found = await readPlaces(bytes([...write(grounds)].join('')));
    expect(found.map((c) => c.fields)).toMatchObject([
      { kind: 'site', placeType: 2, name: '圆<1>', shape: { kind: 'circle', radiusM: 450 } },
      { kind: 'line', name: '线', shape: { kind: 'line', halfWidthM: 300 } },
    ]);
  }
});

it('takes its own template back as a file without data', async () => {
  await expect(readPlaces(await placeTemplate())).rejects.toThrow('没有数据');
});
