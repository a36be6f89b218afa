import type { Parsed } from '@tongda/contract/core/endpoint';
import type { placeMerge, placeSplit } from '@tongda/contract/ground/place/areas';
import type { PlaceFields } from '@tongda/contract/ground/place/calls';
import { placeKind, placeSource } from '@tongda/contract/ground/place/enums';
import { shapeAreaM2 } from '@tongda/geo/shape';
import type { LngLat } from '@tongda/geo/types';
import type { Trx } from '../../../core/db/trx';
import type { Ctx } from '../../../core/http/ctx';
import { blockedByRule, changedMeanwhile, invalidField, notFound } from '../../../core/http/errors';
import { type AreaFault, splitArea, uniteAreas } from '../../../kernel/ground/area-math';
import { type StoredShape, shapeOf, storedShapeOf } from '../../../kernel/ground/place-shape';
import { joinPart, leaveParts, usesBesides } from './parts';
import { dropPlaces, placeRegister } from './register';
import { type FoundPlace, findPlace, wordsByPlace } from './repo';
import { groundOf, placeWrites, refuseUneditable, usedByText } from './service';

type Area = FoundPlace;

const faults: Readonly<Record<AreaFault, string>> = {
  apart: '所选区域没有相连或重叠，请先调整边界再合并',
  hole: '合并后中间有空洞，请把中间的区域一起合并',
  corners: '图形过于复杂，合并后的边界超过200个顶点',
  inside: '分割线须从边界外画起，穿过区域，到边界外结束',
  often: '分割线只能穿过区域一次',
  flat: '分割后的一部分太小，请移动分割线',
};
const polygonOf = (ring: LngLat[]): StoredShape => storedShapeOf({ kind: 'polygon', rings: [ring] });
/** A stored area as fields of the form. */
const fieldsOf = (area: Area, name: string): PlaceFields =>
  // what is stored passed the rules of the form when it was written
  ({ ...area, code: area.code || null, phone: area.phone || null, name }) as unknown as PlaceFields;

/** Loads an area for merging or splitting. Throws 4004 or 4011 for lines and for sites of stores. */
async function loadArea(trx: Trx, ctx: Ctx, id: string, verb: string): Promise<Area> {
  const area = await findPlace(trx, ctx, id);
  if (!area) throw notFound('区域或站点');
  if (area.kind === placeKind.line) throw blockedByRule(`“${area.name}”是电子线路，不能${verb}`);
  if (area.source === placeSource.store)
    throw blockedByRule(`“${area.name}”由门店生成，不能${verb}，请在门店管理中修改`);
  return area;
}

/** Merges areas into one. An area that something uses can only be the one that stays, unless that uses the one that stays as well. */
export function mergePlaces(ctx: Ctx, input: Parsed<typeof placeMerge>): Promise<{ id: string; version: number }> {
  return ctx.db(async (trx) => {
    const ids = [input.id, ...new Set(input.otherIds)];
    await trx.selectFrom('place').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    const areas: Area[] = [];
    for (const id of ids) areas.push(await loadArea(trx, ctx, id, '合并'));
    const [kept, ...others] = areas;
    if (!kept) throw notFound('区域或站点');
    await refuseUneditable(trx, ctx, ids);
    if (kept.version !== input.version) throw changedMeanwhile(placeRegister.entity, kept.id);
    const other = others.find(({ kind }) => kind !== kept.kind);
    if (other)
      throw invalidField(
        'otherIds',
        `${placeKind.label(kept.kind)}不能与${placeKind.label(other.kind)}“${other.name}”合并`,
      );
    const users = wordsByPlace(await usesBesides(trx, ctx, kept.id, input.otherIds));
    for (const { id, name } of others) {
      const used = users.get(id);
      if (used) throw blockedByRule(usedByText(name, used).replace('不能删除', '请保留它，合并其他的'), used);
    }
    const ring = uniteAreas(areas.map((area) => shapeOf(groundOf(area))));
    if (typeof ring === 'string') throw invalidField('otherIds', faults[ring]);
    await leaveParts(trx, ctx, kept, others);
    // the names of those that go are free for the one that stays
    await dropPlaces(
      trx,
      ctx,
      others.map(({ id }) => id),
    );
    const { id, version, name } = input;
    const wanted = { ...fieldsOf(kept, name), id, version, shape: polygonOf(ring) };
    return { id, version: await placeWrites.change(trx, ctx, wanted) };
  });
}

/** Splits an area by a line into two; the larger part keeps the area's id, the other one joins what names it. */
export function splitPlace(ctx: Ctx, input: Parsed<typeof placeSplit>) {
  return ctx.db(async (trx) => {
    const { id, version, name, newName } = input;
    const area = await loadArea(trx, ctx, id, '拆分');
    await refuseUneditable(trx, ctx, [id]);
    if (area.version !== version) throw changedMeanwhile(placeRegister.entity, id);
    const ground = groundOf(area);
    if (ground.kind === 'district') throw blockedByRule(`“${area.name}”是行政区，不能拆分，请改画多边形`);
    const halves = splitArea(shapeOf(ground), input.line);
    if (typeof halves === 'string') throw invalidField('line', faults[halves]);
    const [large, small] = [...halves].sort((a, b) => areaM2(b) - areaM2(a));
    if (!large || !small) throw invalidField('line', faults.flat);
    const kept = { ...fieldsOf(area, name), id, version, shape: polygonOf(large) };
    const next = await placeWrites.change(trx, ctx, kept);
    const { source } = area;
    const more = { ...fieldsOf(area, newName), code: null, shape: polygonOf(small), source };
    const newId = await placeWrites.insert(trx, ctx, more);
    await joinPart(trx, ctx, { ...area, name }, { id: newId, name: newName });
    return { id, version: next, newId };
  });
}
const areaM2 = (ring: LngLat[]): number => shapeAreaM2({ kind: 'polygon', rings: [ring] });
