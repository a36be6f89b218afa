import { expect, it } from 'vitest';
import { makePoint } from '../../../../kernel/fixture';
import { writeGpx, writeKml } from '../files';
import type { ShownPoint } from '../points';

function shown(seconds: number, more: Partial<ShownPoint> = {}, speedKmh = 0): ShownPoint {
  const source = makePoint(seconds, { speedKmh });
  return { source, lng: source.lng, lat: source.lat, located: true, mileageM: 0, afterGap: false, ...more };
}
async function* points(): AsyncGenerator<ShownPoint> {
  yield shown(0, {}, 36.5);
  yield shown(10, { located: false });
  yield shown(20);
  yield shown(2000, { afterGap: true });
}
const head = { name: '沪A<1>&"2"', description: 'x' };
const text = async (pieces: AsyncIterable<string>) => {
  let all = '';
  for await (const piece of pieces) all += piece;
  return all;
};

it('GPX: one segment for each unbroken piece, nothing without a fix, names escaped', async () => {
  const file = await text(writeGpx(head, points()));
  expect(file.match(/<trkseg>/gu)).toHaveLength(2);
  expect(file.match(/<\/trkseg>/gu)).toHaveLength(2);
  expect(file.match(/<trkpt /gu)).toHaveLength(3);
  expect(file).toContain('<trkpt lat="31.2304" lon="121.4737"><time>2026-03-01T00:00:00Z</time>');
  expect(file).toContain('<name>沪A&lt;1&gt;&amp;&quot;2&quot;</name>');
});

it('KML: one line for each unbroken piece', async () => {
  const file = await text(writeKml(head, points()));
  expect(file.match(/<LineString>/gu)).toHaveLength(2);
  expect(file.match(/<\/LineString>/gu)).toHaveLength(2);
  expect(file.match(/121\.4737,31\.2304/gu)).toHaveLength(3);
});

it('both are whole documents without a point', async () => {
  async function* none(): AsyncGenerator<ShownPoint> {}
  expect(await text(writeGpx(head, none()))).toMatch(/<trkseg>\n<\/trkseg>\n<\/trk>\n<\/gpx>\n$/u);
  expect(await text(writeKml(head, none()))).toMatch(/<\/Document>\n<\/kml>\n$/u);
});
