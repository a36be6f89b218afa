import { codes, type Parsed } from '@tongda/contract/core/endpoint';
import {
  type CardFields,
  type CardRow,
  cardColumns,
  cardFilters,
  cardLabels,
  type cardReplace,
  chooseStore,
} from '@tongda/contract/resources/card/calls';
import { cardStatus, cardType } from '@tongda/contract/resources/enums';
import { sql } from 'kysely';
import { requireRow, updateRow } from '../../../core/db/rows';
import type { Trx } from '../../../core/db/trx';
import { guardUnique } from '../../../core/db/unique';
import { wireTimeSql } from '../../../core/http/answer/wire-time';
import type { Ctx } from '../../../core/http/ctx';
import { AppError, invalid } from '../../../core/http/errors';
import { recordChanges } from '../../../core/record/audit';
import type { Asked } from '../../../core/record/filters';
import { likePattern } from '../../../core/record/options';
import { type Register, registerWrites } from '../../../core/record/register';
import { registerRows } from '../../../core/record/rows';
import { orgOrNone, visibleStores, visibleVehicles } from '../../base/org/door';
import { resolveReferences } from '../../base/reference/door';

export const cardRegister: Register<CardFields> = {
  entity: 'card',
  table: 'card',
  noun: '卡片',
  wording: {
    labels: cardLabels,
    dicts: { cardType: cardType.typeCode },
    refs: { driverId: 'driver', storeId: 'store' },
  },
  columnsOf: (v) => ({
    card_no: v.cardNo,
    card_type: v.cardType,
    driver_id: v.cardType === cardType.driver ? v.driverId : null,
    store_id: v.cardType === cardType.store ? v.storeId : null,
    owner_name: v.ownerName ?? '',
    writer_no: v.writerNo,
    remark: v.remark,
  }),
  twice: (constraint) => {
    if (constraint === 'card_no') return { field: 'cardNo', msg: '该卡号已在使用，请先注销或换卡' };
    if (constraint === 'card_driver') return { field: 'driverId', msg: '该司机已有有效的卡，请使用换卡' };
    if (constraint === 'card_store') return { field: 'storeId', msg: '该门店已有有效的卡，请使用换卡' };
    return constraint === 'card_owner' ? { field: 'ownerName', msg: '该对象已有有效的卡，请使用换卡' } : null;
  },
};

/** The owner's name: the present name of the store or driver, or else the name that was typed. */
const ownerName = sql<string>`coalesce(st.name, dr.name, k.owner_name)`;

/** Query of the company's cards; those of drivers and stores that the caller may not see are left out. */
export const fromCards = (trx: Trx, ctx: Ctx) =>
  trx
    .selectFrom('card as k')
    .leftJoin('app_user as u', 'u.id', 'k.written_by')
    .leftJoin('driver as dr', 'dr.id', 'k.driver_id')
    .leftJoin('store as st', 'st.id', 'k.store_id')
    .where('k.client_id', '=', ctx.clientId)
    .where(orgOrNone(ctx, 'dr.org_id'))
    .where(visibleStores(ctx, 'st'))
    .where('k.deleted_at', 'is', null);

/** The query of cards joined with the last swipe `sw` of each: at a reader, or its driver's card in a terminal, of a vehicle that the caller sees. */
const joinLastSwipe = (trx: Trx, ctx: Ctx) =>
  fromCards(trx, ctx).leftJoinLateral(
    sql<{ at: Date; vehicle_id: string; plate_no: string }>`(select c.at, c.vehicle_id, v.plate_no
      from ((select d.at, d.vehicle_id from driver_card d
          where d.driver_id = k.driver_id and d.inserted and ${visibleVehicles(ctx, 'd.vehicle_id')} order by d.at desc limit 1)
        union all (select s.at, s.vehicle_id from card_swipe s
          where s.card_id = k.id and ${visibleVehicles(ctx, 's.vehicle_id')} order by s.at desc limit 1)) c
        join vehicle v on v.id = c.vehicle_id order by c.at desc limit 1)`.as('sw'),
    (join) => join.onTrue(),
  );
/** A row of the list before the address of its last swipe is looked up. */
export type SwipedCard = Omit<CardRow, 'lastSwipePlace'> & { swipeAt: Date | null; swipeVehicleId: string | null };

const rowColumns = (ctx: Ctx) =>
  [
    'k.id',
    'k.card_no as cardNo',
    'k.card_type as cardType',
    'k.driver_id as driverId',
    'k.store_id as storeId',
    ownerName.as('ownerName'),
    'k.card_status as cardStatus',
    sql<string>`coalesce(k.writer_no, '')`.as('writerNo'),
    sql<string>`coalesce(u.name, '')`.as('writeUser'),
    wireTimeSql(sql<Date>`k.written_at`, ctx.timeZone).as('writeTime'),
    sql<string | null>`${wireTimeSql(sql<Date | null>`coalesce(sw.at, k.last_swipe_at)`, ctx.timeZone)}`.as(
      'lastSwipeTime',
    ),
    sql<string>`coalesce(sw.plate_no, k.last_swipe_plate, '')`.as('lastSwipePlate'),
    sql<Date | null>`sw.at`.as('swipeAt'),
    sql<string | null>`sw.vehicle_id::text`.as('swipeVehicleId'),
    'k.remark',
    'k.version',
  ] as const;

const rowsWithSwipes = registerRows({
  filters: cardFilters,
  columns: cardColumns,
  alias: 'k',
  select: (trx: Trx, ctx: Ctx) => joinLastSwipe(trx, ctx).select(rowColumns(ctx)),
  sort: { writeTime: 'k.written_at', lastSwipeTime: sql`coalesce(sw.at, k.last_swipe_at)` },
  own: { ownerName: (name) => sql<boolean>`${ownerName} ilike ${likePattern(name)}` },
});
/** List, count and look-up of the register; the count leaves the join with the swipes out. */
export const cardRows = {
  ...rowsWithSwipes,
  count: async (trx: Trx, ctx: Ctx, asked: Asked): Promise<number> => {
    const { n } = await fromCards(trx, ctx)
      .select(sql<number>`count(*)::int`.as('n'))
      .where(rowsWithSwipes.where(ctx, asked))
      .executeTakeFirstOrThrow();
    return n;
  },
};

/** One card with its last swipe; undefined when it does not exist or the caller may not see it. */
export const findCard = (trx: Trx, ctx: Ctx, id: string) =>
  joinLastSwipe(trx, ctx).select(rowColumns(ctx)).where('k.id', '=', id).executeTakeFirst();
type FoundCard = NonNullable<Awaited<ReturnType<typeof findCard>>>;
const requireCard = async (trx: Trx, ctx: Ctx, id: string): Promise<FoundCard> =>
  requireRow(await findCard(trx, ctx, id), cardRegister.noun);

/** The fields with only the owner that fits the type of the card, and with that driver's or store's name. */
export function withOwnerName(fields: CardFields, names: ReadonlyMap<string, string>): CardFields {
  const driverId = fields.cardType === cardType.driver ? fields.driverId : null;
  const storeId = fields.cardType === cardType.store ? fields.storeId : null;
  const owner = names.get(`driver ${driverId}`) ?? names.get(`store ${storeId}`);
  return { ...fields, driverId, storeId, ownerName: owner ?? fields.ownerName };
}

/** What is said of a card; `replaces`: the owner's former one, whose owner is not looked up again. */
interface GivenCard extends CardFields {
  replaces?: FoundCard;
}

/** 写卡: notes whose a card is. Cards of drivers and stores carry their names. A card is never edited: it is lost, replaced or cancelled. */
export const cardWrites = registerWrites<GivenCard, CardFields, FoundCard>(cardRegister, {
  load: requireCard,
  prepare: async (trx, ctx, { replaces, ...given }) => {
    const names = replaces ? ownerNamesOf(replaces) : await findOwnerNames(trx, ctx, given);
    const fields = replaces ? given : withOwnerName(given, names);
    return { fields, names, columns: { written_by: ctx.userId } };
  },
});

const ownerNamesOf = ({ driverId, storeId, ownerName }: FoundCard) =>
  new Map([
    [`driver ${driverId}`, ownerName],
    [`store ${storeId}`, ownerName],
  ]);

/** Name of the driver or store that a card is for, `<kind> <id>` → name; 4000 where that is not the caller's to choose. */
async function findOwnerNames(trx: Trx, ctx: Ctx, fields: CardFields): Promise<ReadonlyMap<string, string>> {
  const { names, errors } = await resolveReferences(trx, ctx, {
    driverId: ['driver', fields.driverId],
    storeId: ['store', fields.storeId],
  });
  if (errors.length > 0) throw invalid(errors);
  if (fields.cardType === cardType.store && !fields.storeId) throw invalid({ field: 'storeId', msg: chooseStore });
  return names;
}

/** Moves a card from one of the states `from` to `to`; 4010 for a card in another state, or whose owner has another valid card by now. */
export function setCardStatus(
  ctx: Ctx,
  { id, version }: { id: string; version: number },
  to: number,
  action: string,
  from: readonly number[],
): Promise<null> {
  return ctx.db(async (trx) => {
    const card = await requireCard(trx, ctx, id);
    if (!from.includes(card.cardStatus))
      throw new AppError(
        codes.illegalTransition,
        `卡片${card.cardNo}已${cardStatus.label(card.cardStatus)}，不能${action}`,
      );
    const second = new AppError(codes.illegalTransition, `${card.ownerName}已有另一张有效的卡，不能${action}`);
    await guardUnique(
      (index) => (cardRegister.twice(index) ? second : null),
      () => updateRow(trx, ctx, 'card', { id, version, values: { card_status: to } }),
    );
    await recordChanges(trx, ctx, [
      {
        entity: 'card',
        entityId: id,
        action,
        changes: [
          {
            field: 'cardStatus',
            label: '状态',
            before: cardStatus.label(card.cardStatus),
            after: cardStatus.label(to),
          },
        ],
      },
    ]);
    return null;
  });
}

/** 换卡: cancels the card and registers a new one with the same owner; answers the new card's id. */
export function replaceCard(ctx: Ctx, { id, version, cardNo }: Parsed<typeof cardReplace>): Promise<{ id: string }> {
  return ctx.db(async (trx) => {
    const old = await requireCard(trx, ctx, id);
    if (old.cardStatus === cardStatus.cancelled)
      throw new AppError(codes.illegalTransition, `卡片${old.cardNo}已注销，不能换卡`);
    await updateRow(trx, ctx, 'card', { id, version, values: { card_status: cardStatus.cancelled } });
    const next = await cardWrites.insert(trx, ctx, {
      cardNo,
      // the form writes no other codes
      cardType: old.cardType as CardFields['cardType'],
      driverId: old.driverId,
      storeId: old.storeId,
      ownerName: old.ownerName,
      writerNo: old.writerNo || null,
      remark: old.remark,
      replaces: old,
    });
    await trx.updateTable('card').set({ replaced_by: next }).where('id', '=', id).execute();
    await recordChanges(trx, ctx, [
      {
        entity: 'card',
        entityId: id,
        action: '换卡',
        changes: [{ field: 'cardNo', label: '卡号', before: old.cardNo, after: cardNo }],
      },
    ]);
    return { id: next };
  });
}
