import { deleteRows, insertRows, lockRows, type RowValues, type StoredTable, updateRows } from '../db/rows';
import type { Trx } from '../db/trx';
import { guardUnique } from '../db/unique';
import type { Ctx } from '../http/ctx';
import { AppError, changedMeanwhile, illegalTransition, invalid, notFound } from '../http/errors';
import { type Change, changesBetween, recordChanges } from './audit';
import { fieldsInWords, type OwnWording, type Wording } from './words';

type Fields = Record<string, unknown>;
/** `<kind> <id>` → name of what a record points at. */
export type Names = ReadonlyMap<string, string>;

/** What the writing functions have to know of a register. */
export interface Register<V extends Fields> {
  /** of change_history */
  entity: string;
  table: StoredTable;
  /** 司机 */
  noun: string;
  /** how the fields read in the change history */
  wording: Wording<string> | OwnWording;
  /** the fields as the table holds them; lists and objects as they are, no JSON text */
  columnsOf: (fields: V) => RowValues;
  /**
   * What a unique index refused, as a sentence at a field; null: not an index of this register. `given` is the record that was refused, where
   * it was written alone (an import writes many at once).
   */
  twice: (index: string, given?: { fields: V; names: Names }) => { field: string; msg: string } | null;
}

/** Runs a write of a register. When a unique index refuses it, the error is an AppError at the field of that index. */
export const guardWrite = <V extends Fields, T>(
  { twice }: { twice?: Register<V>['twice'] },
  write: () => Promise<T>,
  given?: { fields: V; names: Names },
): Promise<T> =>
  guardUnique((index) => {
    const fault = twice?.(index, given) ?? null;
    return fault && invalid(fault);
  }, write);

/** What is written with a record beside the columns of its form. */
export interface Beside {
  /** columns that are no field of the form (who made it, that it waits for a review) */
  columns?: RowValues;
  /**
   * Writes what is kept beside the row (its site, its stops, its papers) after it, in the same transaction; answers what the history says of
   * that.
   */
  also?: (id: string) => Promise<Change[]>;
}

/** Writes a new record and its first line of history; answers its id. 4000 at the field that a unique index refuses. */
export async function addRecord<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Register<V>,
  fields: V,
  names: Names,
  { columns = {}, also }: Beside = {},
): Promise<string> {
  const row = { ...of.columnsOf(fields), ...columns };
  const [id = ''] = await guardWrite(of, () => insertRows(trx, ctx, of.table, [row]), { fields, names });
  const changes = changesBetween({}, fieldsInWords(fields, of.wording, names), of.wording.labels, of.wording.masks);
  if (also) changes.push(...(await also(id)));
  await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: '新增', changes }]);
  return id;
}

/**
 * As `addRecord` for many at once, in a few statements whatever their number: answers their ids in the same order. `also` writes what is kept
 * beside the rows. Whoever calls has made sure that no unique index refuses one of them.
 */
export async function addRecords<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Register<V>,
  list: ReadonlyArray<{ fields: V; names: Names }>,
  { columns = {}, also }: { columns?: RowValues; also?: (ids: readonly string[]) => Promise<void> } = {},
): Promise<string[]> {
  const rows = list.map(({ fields }) => ({ ...of.columnsOf(fields), ...columns }));
  const ids = await insertRows(trx, ctx, of.table, rows);
  await also?.(ids);
  await recordChanges(
    trx,
    ctx,
    list.map(({ fields, names }, i) => ({
      entity: of.entity,
      entityId: ids[i] ?? '',
      action: '新增',
      changes: changesBetween({}, fieldsInWords(fields, of.wording, names), of.wording.labels, of.wording.masks),
    })),
  );
  return ids;
}

/** Marks records as deleted and notes it, inside of a transaction that does more. Whoever calls has made sure that nothing uses them. */
export async function deleteRecords<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Pick<Register<V>, 'entity' | 'table'>,
  ids: readonly string[],
): Promise<void> {
  await deleteRows(trx, ctx, of.table, ids);
  await recordChanges(
    trx,
    ctx,
    ids.map((entityId) => ({ entity: of.entity, entityId, action: '删除' })),
  );
}

/** A record that was read at `version`, as it is to be. */
interface ChangedRecord<V extends Fields> extends Beside {
  id: string;
  version: number;
  /** the fields as they were, by their names in the form */
  before: Fields;
  fields: V;
  /** of what the record points at and of what it pointed at before */
  names: Names;
}

/** Changes a record and notes what changed; answers the new version, 4009 when somebody was faster. */
export async function changeRecord<V extends Fields>(
  trx: Trx,
  ctx: Ctx,
  of: Register<V>,
  { id, version, before, fields, names, columns = {}, also }: ChangedRecord<V>,
): Promise<number> {
  const values = { ...of.columnsOf(fields), ...columns };
  const changed = await guardWrite(of, () => updateRows(trx, ctx, of.table, [{ id, version, values }]), {
    fields,
    names,
  });
  if (!changed.has(id)) throw changedMeanwhile(of.entity, id);
  const changes = changesBetween(
    fieldsInWords(before, of.wording, names),
    fieldsInWords(fields, of.wording, names),
    of.wording.labels,
    of.wording.masks,
  );
  if (also) changes.push(...(await also(id)));
  if (changes.length > 0) await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: '编辑', changes }]);
  return version + 1;
}

/** A record as it is to be written: checked, what it points at found by name. */
export interface Prepared<V extends Fields> extends Beside {
  fields: V;
  names: Names;
  /** where the words of the history need more than the fields and `names` */
  wording?: Register<V>['wording'];
}

/** How the form of a register is written: `I` is what a request says, `V` the register's fields, `B` the record as it is. */
interface WriteSpec<I extends object, V extends Fields, B extends Fields> {
  /** the record as it is; throws 4004 when it is not there, 4003 when the caller may only look at it */
  load: (trx: Trx, ctx: Ctx, id: string) => Promise<B>;
  /** Checks what a request says against what it points at and against the record as it is (null: a new one); throws 4000 at the fields. */
  prepare: (trx: Trx, ctx: Ctx, given: I, before: B | null) => Promise<Prepared<V>>;
  /** the fields as they were, where the record calls them otherwise than the form */
  fieldsOf?: (before: B) => Fields;
}

/** 新增 and 编辑 of a register, as `serveRegister` binds them. */
export interface RegisterWrites<I extends object> {
  add: (ctx: Ctx, given: I) => Promise<{ id: string }>;
  update: (ctx: Ctx, given: I & { id: string; version: number }) => Promise<{ id: string; version: number }>;
  /** the same inside of a transaction that does more */
  insert: (trx: Trx, ctx: Ctx, given: I) => Promise<string>;
  change: (trx: Trx, ctx: Ctx, given: I & { id: string; version: number }) => Promise<number>;
}

/** Makes the writing calls of a register from how a record is read and how a request is checked. */
export function registerWrites<I extends object, V extends Fields, B extends Fields>(
  of: Register<V>,
  { load, prepare, fieldsOf = (before: B): Fields => before }: WriteSpec<I, V, B>,
): RegisterWrites<I> {
  const insert = async (trx: Trx, ctx: Ctx, given: I): Promise<string> => {
    const { fields, names, wording = of.wording, ...beside } = await prepare(trx, ctx, given, null);
    return addRecord(trx, ctx, { ...of, wording }, fields, names, beside);
  };
  const change = async (trx: Trx, ctx: Ctx, given: I & { id: string; version: number }): Promise<number> => {
    const { id, version } = given;
    const record = await load(trx, ctx, id);
    const { fields, names, wording = of.wording, ...beside } = await prepare(trx, ctx, given, record);
    const before = fieldsOf(record);
    return changeRecord(trx, ctx, { ...of, wording }, { id, version, before, fields, names, ...beside });
  };
  return {
    insert,
    change,
    add: (ctx, given) => ctx.db(async (trx) => ({ id: await insert(trx, ctx, given) })),
    update: (ctx, given) => ctx.db(async (trx) => ({ id: given.id, version: await change(trx, ctx, given) })),
  };
}

/** One record of a batch. */
export interface Target {
  id: string;
  name: string;
  version: number;
}
/** How one record of a batch ended: done, or why not. */
export interface Line {
  id: string;
  name: string;
  ok: boolean;
  msg: string;
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
  /** no line of history where `changes` says nothing */
  onlyChanged?: true;
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
): Promise<Line[]> {
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
    const audits = done.map((target) => ({
      entity: of.entity,
      entityId: target.id,
      action: batch.action,
      changes: batch.changes?.(target) ?? [],
    }));
    await recordChanges(
      trx,
      ctx,
      audits.filter(({ changes }) => !batch.onlyChanged || changes.length > 0),
    );
    return lines;
  });
}

interface OneByOne<T extends { name: string }> {
  /** the record, if the caller may see it */
  load: (trx: Trx, id: string) => Promise<T | undefined>;
  action: string;
  /** does the step; answers what the history says, or why it cannot be done (what it throws ends the whole batch) */
  run: (trx: Trx, target: T) => Promise<Change[] | AppError>;
  /** no line of history where nothing changed */
  onlyChanged?: true;
  /** after the last record */
  also?: (trx: Trx) => Promise<void>;
}

/**
 * As `eachRecord`, where each record takes statements of its own: one after another in one transaction. A single record that cannot be
 * changed is an error.
 */
export function oneByOne<V extends Fields, T extends { name: string }>(
  ctx: Ctx,
  of: Pick<Register<V>, 'entity' | 'table' | 'noun'>,
  ids: readonly string[],
  batch: OneByOne<T>,
): Promise<Line[]> {
  return ctx.db(async (trx) => {
    const wanted = [...new Set(ids)];
    await lockRows(trx, ctx, of.table, wanted);
    const lines: Line[] = [];
    for (const id of wanted) {
      const target = await batch.load(trx, id);
      const changes = target ? await batch.run(trx, target) : notFound(of.noun);
      const refusal = changes instanceof AppError ? changes : null;
      if (refusal && wanted.length === 1) throw refusal;
      lines.push({ id, name: target?.name ?? '', ok: !refusal, msg: refusal?.message ?? '' });
      if (!(changes instanceof AppError) && (!batch.onlyChanged || changes.length > 0))
        await recordChanges(trx, ctx, [{ entity: of.entity, entityId: id, action: batch.action, changes }]);
    }
    await batch.also?.(trx);
    return lines;
  });
}

/** Answers what a rule refused instead of throwing it, for `run` of `oneByOne`. */
export const orRefusal = <T>(step: () => Promise<T>): Promise<T | AppError> =>
  step().catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });

/** The step of a batch that gives records another state, refused (4010) where they have it already. */
export const toStatus = (
  { noun }: { noun: string },
  words: { label: (code: number) => string },
  status: number,
): Required<Pick<Batch<Target & { status: number }>, 'action' | 'refuse' | 'set' | 'changes'>> => ({
  action: '改变状态',
  refuse: ({ name, status: now }) =>
    now === status ? illegalTransition(`${noun}${name}已是“${words.label(status)}”`) : null,
  set: { status },
  changes: ({ status: now }) => [
    { field: 'status', label: '状态', before: words.label(now), after: words.label(status) },
  ],
});

/**
 * Uses of a record as a sentence: `车辆沪A12345、沪B23456、沪C34567等5辆`. Of `total` uses only `names` are the reader's to know; the others are
 * a number.
 */
export function useSentence(noun: string, unit: string, names: readonly string[], total = names.length): string {
  const shown = names.slice(0, 3).join('、');
  if (shown === '') return `${noun}${total}${unit}`;
  return total > Math.min(names.length, 3) ? `${noun}${shown}等${total}${unit}` : `${noun}${shown}`;
}
