import { deleteRows, insertRows, lockRows, type RowValues, type StoredTable, updateRow, updateRows } from '../db/rows';
import type { Trx } from '../db/trx';
import { guardUnique } from '../db/unique';
import type { Ctx } from '../http/ctx';
import { type AppError, invalid, notFound } from '../http/errors';
import { type Change, changesBetween, recordChanges } from './audit';
import { inWords, type Wording } from './words';

type Fields = Record<string, unknown>;

/** What the writing functions have to know of a register. */
export interface Register<V extends Fields> {
  /** of change_history */
  entity: string;
  table: StoredTable;
  /** 司机 */
  noun: string;
  wording: Wording<string>;
  columnsOf: (fields: V) => RowValues;
  /** a broken unique index as a sentence at a field */
  twice: (constraint: string) => { field: string; msg: string } | null;
}

type Twice = Register<Fields>['twice'];
/** Runs a write of a register; what a unique index refuses is told at its field. */
export const guarded = <T>({ twice }: { twice?: Twice }, write: () => Promise<T>): Promise<T> =>
  guardUnique((index) => {
    const said = twice?.(index) ?? null;
    return said && invalid(said);
  }, write);

/** Writes a new record and its first line of history. `names`: `<kind> <id>` → name of what it points at. */
export async function addRecord<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Register<V>,
  fields: V,
  names: ReadonlyMap<string, string>,
  more: RowValues = {},
): Promise<string> {
  const [id = ''] = await guarded(of, () => insertRows(trx, ctx, of.table, [{ ...of.columnsOf(fields), ...more }]));
  const changes = changesBetween({}, inWords(fields, of.wording, names), of.wording.labels);
  await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: '新增', changes }]);
  return id;
}

/** Changes a record that was read at `version` and notes what changed; answers the new version, 4009 when somebody was faster. */
export async function changeRecord<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Register<V>,
  changed: { id: string; version: number; before: Fields; fields: V; names: ReadonlyMap<string, string> },
): Promise<number> {
  const { id, version, before, fields, names } = changed;
  const next = await guarded(of, () => updateRow(trx, ctx, of.table, { id, version, values: of.columnsOf(fields) }));
  const changes = changesBetween(
    inWords(before, of.wording, names),
    inWords(fields, of.wording, names),
    of.wording.labels,
  );
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: '编辑', changes }]);
  return next;
}

/** One record of a batch. */
export interface Target {
  id: string;
  name: string;
  version: number;
}

interface Batch<T extends Target> {
  /** the chosen records that the caller may see */
  load: (trx: Trx, ids: string[]) => Promise<T[]>;
  action: string;
  /** why this one cannot be changed; null when it can */
  refuse: (target: T) => AppError | null;
  /** new values, or null: delete */
  set: RowValues | null;
  changes?: (target: T) => Change[];
  /** beside the change of the records themselves */
  also?: (trx: Trx, done: T[]) => Promise<void>;
}

/**
 * Does one step to many records in one transaction, a line of result for each. A single record that cannot be changed is an error, so that
 * row actions read like any other call.
 */
export function eachRecord<V extends Fields, T extends Target>(
  ctx: Ctx,
  of: Register<V>,
  ids: readonly string[],
  batch: Batch<T>,
): Promise<Array<{ id: string; name: string; ok: boolean; msg: string }>> {
  return ctx.db(async (trx) => {
    const wanted = [...new Set(ids)];
    await lockRows(trx, ctx, of.table, wanted);
    const targets = new Map((await batch.load(trx, wanted)).map((t) => [t.id, t]));
    const done: T[] = [];
    const lines = wanted.map((id) => {
      const target = targets.get(id);
      const refusal = target ? batch.refuse(target) : notFound(of.noun);
      if (refusal && wanted.length === 1) throw refusal;
      if (target && !refusal) done.push(target);
      return { id, name: target?.name ?? '', ok: !refusal, msg: refusal?.message ?? '' };
    });
    const { set } = batch;
    if (set === null)
      await deleteRows(
        trx,
        ctx,
        of.table,
        done.map(({ id }) => id),
      );
    else
      await updateRows(
        trx,
        ctx,
        of.table,
        done.map(({ id, version }) => ({ id, version, values: set })),
      );
    await batch.also?.(trx, done);
    await recordChanges(
      trx,
      ctx,
      done.map((target) => ({
        entity: of.entity,
        entityId: target.id,
        action: batch.action,
        changes: batch.changes?.(target) ?? [],
      })),
    );
    return lines;
  });
}

/**
 * Uses of a record as a sentence: `车辆沪A12345、沪B23456、沪C34567等5辆`. Of `total` uses only `names` are the reader's to know; the others are
 * a number.
 */
export function useSentence(noun: string, unit: string, names: readonly string[], total = names.length): string {
  const shown = names.slice(0, 3).join('、');
  if (shown === '') return `${noun}${total}${unit}`;
  return total > Math.min(names.length, 3) ? `${noun}${shown}等${total}${unit}` : `${noun}${shown}`;
}
