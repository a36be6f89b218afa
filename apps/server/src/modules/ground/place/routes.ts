import type { Parsed } from '@tongda/contract/core/endpoint';
import { pinyinMatch } from '@tongda/contract/core/pinyin';
import * as areas from '@tongda/contract/ground/place/areas';
import * as place from '@tongda/contract/ground/place/calls';
import { placeColumns } from '@tongda/contract/ground/place/columns';
import { placeSource } from '@tongda/contract/ground/place/enums';
import * as find from '@tongda/contract/ground/place/find';
import * as files from '@tongda/contract/ground/place/import';
import { placePasses, placeSetPasses } from '@tongda/contract/ground/place/passes';
import { lineAdd, lineFromTrack } from '@tongda/contract/ground/place/track-line';
import { placeVisits } from '@tongda/contract/ground/place/visits';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Trx } from '../../../core/db/trx';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { route } from '../../../core/http/route';
import { readUpload } from '../../../core/http/upload';
import { listImports } from '../../../core/import/undo';
import { knownPhones } from '../../../core/masks/known-phones';
import { serveRecycle } from '../../../core/record/recycle';
import { serveRegister } from '../../../core/record/serve';
import { wireShapeOf } from '../../../kernel/ground/place-shape';
import { visiblePlaces } from '../../base/org/door';
import { mergePlaces, splitPlace } from './areas';
import { placeFile } from './export';
import { proposeStops, searchDistricts, searchMap, shapeOfDistrict } from './find';
import { checkPlaces, importPlaces, placeTemplate } from './import/rows';
import { undoPlaceImport } from './import/undo';
import { addVehicleCounts, countInside, listInside } from './inside';
import { proposeTrackLine } from './line/from-track';
import { addTrackLine } from './line/save';
import { listPasses, setPasses } from './passes';
import { placeRegister, renewShapes } from './register';
import {
  countByKind,
  type FoundPlace,
  findPlace,
  foundRows,
  listFormerShapes,
  listGrounds,
  listPlaceUses,
  listPoints,
  wordsByPlace,
} from './repo';
import { placeRows } from './rows';
import { addPlace, batchPlaces, deletePlaces, refuseFull, updatePlace } from './service';
import { visitsOfPlace } from './visits';
import { groundWords } from './write';

knownPhones.add({ table: 'place', phone: sql.ref('t.phone') });

const { noun, entity } = placeRegister;

const bindRegister = serveRegister({
  of: {
    noun,
    unit: '条',
    filters: place.placeFilters.table,
    page: place.placePage,
    add: place.placeAdd,
    update: place.placeUpdate,
    del: place.placeDel,
    changeHis: place.placeChangeHis,
  },
  entity,
  module: '区域/站点管理',
  columns: placeColumns,
  rows: placeRows,
  detail: {
    call: place.placeDetail,
    read: async (trx, ctx, id) => {
      const found = await findPlace(trx, ctx, id);
      return found && detailOf(trx, ctx, found);
    },
  },
  options: {
    call: place.placeOptions,
    read: async (trx, ctx, { keyword, kind }) => {
      const listOf = (words: typeof keyword, limit: number) =>
        foundRows.list(trx, ctx, { keyword: words, kind, status: 1, sort: 'name asc', limit, offset: 0 });
      // the database knows no pinyin: names are compared with typed initials here
      const named =
        keyword && initials.test(keyword)
          ? (await listOf(undefined, mostNames)).filter(({ name }) => pinyinMatch(name, keyword))
          : [];
      const known = new Set(named.map(({ id }) => id));
      const others = (await listOf(keyword, mostOptions)).filter(({ id }) => !known.has(id));
      return [...named, ...others]
        .slice(0, mostOptions)
        .map(({ id, name, placeType, address, lng, lat }) => ({ id, name, placeType, address, lng, lat }));
    },
  },
  add: addPlace,
  update: updatePlace,
  del: (ctx, { ids }) => deletePlaces(ctx, ids),
});

/** What may be initials of a name. */
const initials = /^[a-z]{2,}$/iu;
/** Names of a company that are compared by their initials, and choices that are offered. */
const mostNames = 5000;
const mostOptions = 100;

/** Regions, sites and electronic lines: register, map, drawing, history. */
export function placeRoutes(app: FastifyInstance, deps: ExportDeps): void {
  bindRegister(app, deps);
  serveRecycle(app, {
    calls: place.placeRecycle,
    of: placeRegister,
    name: sql`t.name`,
    detail: sql`concat_ws(' · ', t.code, nullif(t.address, ''), (select o.name from org o where o.id = t.org_id))`,
    // the site of a store comes back with its store
    see: (ctx) => sql<boolean>`(t.source <> ${sql.lit(placeSource.store)} and ${visiblePlaces(ctx, 't', 'edit')})`,
    refs: { org_id: 'org' },
    refuse: refuseFull,
    also: (trx, ctx, id) => renewShapes(trx, ctx, [id]),
  });
  route(app, place.placeCounts, (ctx, q) => ctx.db((trx) => countByKind(trx, ctx, q)));
  route(app, placePasses, (ctx, { id }) => listPasses(ctx, id));
  route(app, placeSetPasses, (ctx, input) => setPasses(ctx, input));
  route(app, place.placeBatch, (ctx, input) => batchPlaces(ctx, input));
  route(app, areas.placeMerge, (ctx, input) => mergePlaces(ctx, input));
  route(app, areas.placeSplit, (ctx, input) => splitPlace(ctx, input));
  route(app, place.placeShapes, (ctx, q) => shapesOf(ctx, q));
  route(app, place.areaListAll, (ctx) => ctx.db((trx) => listPoints(trx, ctx)));
  route(app, place.placeInside, listInside);
  route(app, placeVisits, (ctx, q) => visitsOfPlace(ctx, q));
  route(app, place.placeExport, (ctx, input) => enqueueExport(deps, ctx, placeFile, input));
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

/** A place with its shape, the former ones, and what uses it. */
async function detailOf(trx: Trx, ctx: Ctx, found: FoundPlace) {
  const { geometry, adcode, createdBy: _author, ...row } = found;
  const [{ insideCount, todayCount } = { insideCount: 0, todayCount: 0 }] = await addVehicleCounts(trx, ctx, [found]);
  const stored = { kind: row.shapeKind, geometry, radius_m: row.radiusM, adcode };
  const versions = (await listFormerShapes(trx, ctx, row.id)).map(({ startTime, endTime, userName, ...old }) => ({
    startTime,
    endTime,
    userName,
    shapeKind: old.kind,
    words: groundWords(old),
    shape: wireShapeOf(old),
  }));
  const uses = await listPlaceUses(trx, ctx, [row.id]);
  const wordsOf = (some: typeof uses): string[] => wordsByPlace(some).get(row.id) ?? [];
  const inUse = {
    usedBy: wordsOf(uses),
    staysWhole: wordsOf(uses.filter(({ joins }) => !joins)),
    countsEach: wordsOf(uses.filter(({ each }) => each)),
  };
  return { ...row, insideCount, todayCount, shape: wireShapeOf(stored), ...inUse, versions };
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
