import type { Parsed } from '@tongda/contract/core/endpoint';
import { type PlaceRow, placeExport, placeFilters } from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { readInChunks, registerExport } from '../../../core/export/definition';
import { describeFilters } from '../../../core/export/words';
import type { Ctx } from '../../../core/http/ctx';
import { geoJsonText, kmlText } from './import/files';
import { listGrounds } from './repo';
import { placeRows } from './rows';

type Query = Parsed<typeof placeExport>;

async function* writeMapFile(ctx: Ctx, q: Query, write: typeof kmlText): AsyncIterable<string> {
  yield* write(await ctx.db((trx) => listGrounds(trx, ctx, q)));
}

/** The register as a sheet, as GeoJSON or as KML. */
export const placeFile = registerExport<typeof placeExport, PlaceRow>({
  endpoint: placeExport,
  module: '区域/站点管理',
  name: '区域站点',
  columns: placeColumns,
  condition: (ctx, q) => describeFilters(ctx, q, '条', placeFilters.table),
  count: (ctx, q) => ctx.db((trx) => placeRows.count(trx, ctx, q)),
  rows: (ctx, q) => readInChunks((limit, offset) => ctx.db((trx) => placeRows.list(trx, ctx, { ...q, limit, offset }))),
  texts: { geojson: (ctx, q) => writeMapFile(ctx, q, geoJsonText), kml: (ctx, q) => writeMapFile(ctx, q, kmlText) },
});
