import type { Parsed } from '@tongda/contract/core/endpoint';
import * as areas from '@tongda/contract/ground/place/areas';
import * as place from '@tongda/contract/ground/place/calls';
import * as find from '@tongda/contract/ground/place/find';
import * as files from '@tongda/contract/ground/place/import';
import { placePasses, placeSetPasses } from '@tongda/contract/ground/place/passes';
import { lineAdd, lineFromTrack } from '@tongda/contract/ground/place/track-line';
import { placeVisits } from '@tongda/contract/ground/place/visits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { notFound } from '../../../core/http/errors';
import { route } from '../../../core/http/route';
import { readUpload } from '../../../core/http/upload';
import { listImports } from '../../../core/import/undo';
import { knownPhones } from '../../../core/masks/known-phones';
import { historyPage } from '../../../core/record/history';
import { wireShapeOf } from '../../../kernel/ground/place-shape';
import { mergePlaces, splitPlace } from './areas';
import { placeFile } from './export';
import { proposeStops, searchDistricts, searchMap, shapeOfDistrict } from './find';
import { checkPlaces, importPlaces, placeTemplate } from './import/rows';
import { undoPlaceImport } from './import/undo';
import { addVehicleCounts, countInside, listInside } from './inside';
import { proposeTrackLine } from './line/from-track';
import { addTrackLine } from './line/save';
import { listPasses, setPasses } from './passes';
import {
  countByKind,
  countPlaces,
  findPlace,
  listFormerShapes,
  listGrounds,
  listPlaces,
  loadPlaceUses,
  type PlaceQuery,
} from './repo';
import { addPlace, batchPlaces, deletePlaces, entity, updatePlace } from './service';
import { visitsOfPlace } from './visits';
import { groundWords } from './write';

knownPhones.add({ table: 'place', phone: sql.ref('t.phone') });

/** Regions, sites and electronic lines: register, map, drawing, history. */
export function placeRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, place.placePage, (ctx, q) => pageOf(ctx, q));
  route(app, place.placeCounts, (ctx, q) => ctx.db((trx) => countByKind(trx, ctx, q)));
  route(app, place.placeDetail, (ctx, { id }) => detailOf(ctx, id));
  route(app, place.placeAdd, (ctx, input) => addPlace(ctx, input));
  route(app, placePasses, (ctx, { id }) => listPasses(ctx, id));
  route(app, placeSetPasses, (ctx, input) => setPasses(ctx, input));
  route(app, place.placeUpdate, (ctx, input) => updatePlace(ctx, input));
  route(app, place.placeDel, (ctx, { ids }) => deletePlaces(ctx, ids));
  route(app, place.placeBatch, (ctx, input) => batchPlaces(ctx, input));
  route(app, areas.placeMerge, (ctx, input) => mergePlaces(ctx, input));
  route(app, areas.placeSplit, (ctx, input) => splitPlace(ctx, input));
  route(app, place.placeShapes, (ctx, q) => shapesOf(ctx, q));
  route(app, place.placeInside, listInside);
  route(app, placeVisits, (ctx, q) => visitsOfPlace(ctx, q));
  route(app, place.placeExport, (ctx, input) => enqueueExport(deps, ctx, placeFile, input));
  route(app, place.placeChangeHis, (ctx, q) =>
    ctx.db(async (trx) => {
      if (!(await findPlace(trx, ctx, q.id))) throw notFound('区域或站点');
      return historyPage(trx, ctx, entity, q);
    }),
  );
  route(app, place.placeOptions, (ctx, { keyword, kind }) =>
    ctx.db(async (trx) =>
      (await listPlaces(trx, ctx, { keyword, kind, status: 1, sort: 'name asc', limit: 100, offset: 0 })).map(
        ({ id, name, placeType, address, lng, lat }) => ({ id, name, placeType, address, lng, lat }),
      ),
    ),
  );
  route(app, find.districtSearch, (_ctx, { keyword }) => searchDistricts(keyword));
  route(app, find.districtShape, (_ctx, { adcode }) => shapeOfDistrict(adcode));
  route(app, find.placeSearch, (ctx, { keyword }) => searchMap(ctx, keyword));
  route(app, find.stopProposals, (ctx) => proposeStops(ctx));
  route(app, files.placeImportTemplate, (_ctx, _input, { reply }) => {
    reply
      .header('content-type', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent('区域站点导入模板.xlsx')}`);
    return placeTemplate();
  });
  route(app, files.placeImportCheck, async (ctx, _input, { req }) => checkPlaces(ctx, await readUpload(req)));
  route(app, files.placeImport, async (ctx, _input, { req }) => importPlaces(ctx, await readUpload(req)));
  route(app, files.placeImportHis, (ctx, q) => listImports({ entity }, ctx, q));
  route(app, files.placeImportUndo, (ctx, input) => undoPlaceImport(ctx, input));
  route(app, lineFromTrack, (ctx, q) => proposeTrackLine(ctx, q));
  route(app, lineAdd, (ctx, input) => addTrackLine(ctx, input));
}

/** A page of the register. Who is inside changes by the second, so a filter by it looks at every ground first. */
function pageOf(ctx: Ctx, q: Parsed<typeof place.placePage>) {
  return ctx.db(async (trx) => {
    let query: PlaceQuery = q;
    if (q.occupied) {
      const inside = await countInside(trx, ctx, await listGrounds(trx, ctx, q));
      query = { ...q, onlyIds: [...inside].filter(([, n]) => n > 0).map(([id]) => id) };
    }
    const rows = await listPlaces(trx, ctx, { ...query, sort: q.sort, limit: q.size, offset: (q.page - 1) * q.size });
    return {
      list: await addVehicleCounts(trx, ctx, rows),
      total: await countPlaces(trx, ctx, query),
      page: q.page,
      size: q.size,
    };
  });
}

function detailOf(ctx: Ctx, id: string) {
  return ctx.db(async (trx) => {
    const found = await findPlace(trx, ctx, id);
    if (!found) throw notFound('区域或站点');
    const { geometry, adcode, createdBy: _author, ...row } = found;
    const [{ insideCount, todayCount } = { insideCount: 0, todayCount: 0 }] = await addVehicleCounts(trx, ctx, [found]);
    const stored = { kind: row.shapeKind, geometry, radius_m: row.radiusM, adcode };
    const versions = (await listFormerShapes(trx, ctx, id)).map(({ startTime, endTime, userName, ...old }) => ({
      startTime,
      endTime,
      userName,
      shapeKind: old.kind,
      words: groundWords(old),
      shape: wireShapeOf(old),
    }));
    const users = await loadPlaceUses(trx, [id]);
    return { ...row, insideCount, todayCount, shape: wireShapeOf(stored), usedBy: users.get(id) ?? [], versions };
  });
}

function shapesOf(ctx: Ctx, { kinds, withOff }: Parsed<typeof place.placeShapes>) {
  return ctx.db(async (trx) => {
    const grounds = await listGrounds(trx, ctx, withOff ? {} : { status: 1 });
    const wanted = kinds.length === 0 ? grounds : grounds.filter((g) => kinds.some((kind) => kind === g.placeKind));
    const inside = await countInside(trx, ctx, wanted);
    return wanted.map((g) => ({
      id: g.id,
      kind: g.placeKind,
      placeType: g.placeType,
      name: g.name,
      color: g.color,
      icon: g.icon,
      lng: g.lng,
      lat: g.lat,
      insideCount: inside.get(g.id) ?? 0,
      shape: wireShapeOf(g),
    }));
  });
}
