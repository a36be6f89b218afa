import type { Parsed } from '@tongda/contract/core/endpoint';
import { type PlaceRow, placeExport } from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { placeKind, placeSource, placeType, shapeKind, useStatus } from '@tongda/contract/ground/place/enums';
import { readInChunks, registerExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { geoJsonText, kmlText } from './import/files';
import { addVehicleCounts } from './inside';
import { countPlaces, listGrounds, listPlaces, type PlaceQuery } from './repo';

type Query = Parsed<typeof placeExport>;
const placeQueryOf = (q: Query): PlaceQuery => ({ ...q, onlyIds: q.ids });

async function* writeMapFile(ctx: Ctx, q: Query, write: typeof kmlText): AsyncIterable<string> {
  yield* write(await ctx.db((trx) => listGrounds(trx, ctx, placeQueryOf(q))));
}

/** The register as a sheet, as GeoJSON or as KML. */
export const placeFile = registerExport<typeof placeExport, PlaceRow>({
  endpoint: placeExport,
  module: '区域/站点管理',
  name: '区域站点',
  columns: placeColumns,
  condition: async (_ctx, q) => conditionOf(q),
  count: (ctx, q) => ctx.db((trx) => countPlaces(trx, ctx, placeQueryOf(q))),
  rows: (ctx, q) =>
    readInChunks((limit, offset) =>
      ctx.db(async (trx) => {
        return addVehicleCounts(trx, ctx, await listPlaces(trx, ctx, { ...placeQueryOf(q), limit, offset }));
      }),
    ),
  texts: { geojson: (ctx, q) => writeMapFile(ctx, q, geoJsonText), kml: (ctx, q) => writeMapFile(ctx, q, kmlText) },
});

function conditionOf(q: Query): string {
  return [
    ...(q.ids ? [`勾选的${q.ids.length}条`] : []),
    ...(q.kind ? [`类别：${placeKind.label(q.kind)}`] : []),
    ...(q.keyword ? [`名称/编码：${q.keyword}`] : []),
    ...(q.placeType ? [`类型：${placeType.label(q.placeType)}`] : []),
    ...(q.shapeKind ? [`图形：${shapeKind.label(q.shapeKind)}`] : []),
    ...(q.tag ? [`标签：${q.tag}`] : []),
    ...(q.source ? [`来源：${placeSource.label(q.source)}`] : []),
    ...(q.ruled === undefined ? [] : [q.ruled === 1 ? '被报警规则引用' : '未被报警规则引用']),
    ...(q.status === undefined ? [] : [`状态：${useStatus.label(q.status)}`]),
  ].join('；');
}
