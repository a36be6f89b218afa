import type { ImportCalls } from '@tongda/contract/core/register/import';
import type { z } from 'zod';
import type { RowValues, StoredTable } from '../db/rows';
import type { Trx } from '../db/trx';
import type { Ctx } from '../http/ctx';
import type { Masks } from '../record/audit';
import type { CellReader, Refs } from './cells';
import type { SheetColumn } from './sheet';

/** A column of an import: where it stands in the sheet, and how its text becomes the field's value (as it is, unless said otherwise). */
export interface ImportColumn<F extends string = string> extends SheetColumn<F> {
  as?: CellReader;
  /** 清空 is refused: every record has one, also when the cell of a new one may be blank */
  solid?: boolean;
}

/** A record of the company as an update starts from it. */
export interface Known<V> {
  id: string;
  version: number;
  /** false: outside of the caller's departments */
  visible: boolean;
  fields: V;
}

/** Everything that the lines of a file may refer to, read once, so that 10,000 lines do not cause 40,000 queries. */
export interface ImportWorld<V> {
  refs: Refs;
  /** names of each kind, for the drop-downs of the template */
  choices: Readonly<Record<string, readonly string[]>>;
  /** `<kind> <id>` → name, for the change history */
  names: ReadonlyMap<string, string>;
  /** records that the file names, by key */
  known: ReadonlyMap<string, Known<V>>;
  /** values that only one record of the company may have, by field: value → id of its owner */
  taken?: Readonly<Record<string, ReadonlyMap<string, string>>>;
}

export type Cells = Partial<Record<string, string>>;
export interface Fault {
  field: string;
  /** of the record's lines; the first unless said otherwise */
  row?: number;
  msg: string;
}

/**
 * A register that can be filled from a spreadsheet. The mechanism reads, checks, writes and takes back; a definition says which columns
 * there are, what identifies a record, what a line may point at and how a record is stored.
 */
export interface ImportDefinition<V extends Record<string, unknown>> {
  calls: ImportCalls;
  /** of change_history and import_run */
  entity: string;
  table: StoredTable;
  /**
   * The field by which a line finds its record; `column` keeps it in the table. Where several cells together are the key, or no column keeps
   * it, `of` makes it of a line and `ofIds` of records.
   */
  key: {
    field: string;
    label: string;
    column: string;
    normal: (text: string) => string;
    of?: (cells: Cells) => string;
    ofIds?: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<ReadonlyMap<string, string>>;
  };
  columns: (choices: ImportWorld<V>['choices']) => ImportColumn[];
  /** more lines for the notes sheet */
  notes?: readonly string[];
  /** several lines with the same key are one record */
  parts?: RecordParts;
  /** further lines of the template's example, where one line is not yet a record */
  examples?: (choices: ImportWorld<V>['choices']) => Array<Readonly<Partial<Record<string, string | number>>>>;
  /** rules of the fields: the form's own */
  schema: z.ZodType<V>;
  /** rules between fields, told while other fields are still wrong */
  cross?: (fields: V) => Array<{ path: string; msg: string }>;
  labels: Readonly<Record<string, string>>;
  world: (trx: Trx, ctx: Ctx, keys: string[]) => Promise<ImportWorld<V>>;
  /** what a new record has where its cells are blank */
  defaults?: (key: string) => RowValues;
  /** columns of new records that are no field of theirs (who made them, that they wait for a review): the same as when they are entered on the page */
  born?: (ctx: Ctx) => RowValues;
  /** completes a record from its other fields (volume of a box, ways between stops) and from what is stored of it */
  derive?: (given: Record<string, unknown>, cells: Cells, refs: Refs, known: V | null) => void;
  /**
   * Rules beyond the fields of one record; what it answers in `extra` comes back in `inserted`, `fixed` says why a record may not be changed
   * (lines that leave it as it is are left out instead). Called once a file, then once a line.
   */
  lines?: (
    trx: Trx,
    ctx: Ctx,
  ) => Promise<
    (line: { row: number; cells: Cells; known: Known<V> | null }) => { faults: Fault[]; fixed?: Fault; extra?: unknown }
  >;
  /**
   * Rules about a whole record beside the company's other records and those before it in the file (a vehicle that is busy then). Called once a file, then once a
   * record whose fields hold by themselves.
   */
  judge?: (trx: Trx, ctx: Ctx) => Promise<(record: { row: number; fields: V; known: Known<V> | null }) => Fault[]>;
  /** throws when the caller may not change one of these records; asked before an import or its undo writes them */
  guard?: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<void>;
  /** gives new records what they lack (a running number), in their order */
  prepare?: (trx: Trx, ctx: Ctx, records: V[]) => Promise<V[]>;
  columnsOf: (fields: V, ctx: Ctx) => RowValues;
  wordsOf: (fields: V, names: ReadonlyMap<string, string>) => Partial<Record<string, string>>;
  /** of the register: over the words where a change is written */
  masks?: Masks;
  /** writes new records that stand on each other, instead of all at once; answers their ids in the same order */
  insert?: (trx: Trx, ctx: Ctx, records: V[]) => Promise<string[]>;
  /** after new records were written */
  inserted?: (trx: Trx, ctx: Ctx, rows: Array<{ id: string; extra: unknown; fields: V }>) => Promise<void>;
  /** columns that follow from others (a terminal's protocol from its model): `set` after records were written, new, changed or given back */
  following?: { columns: readonly string[]; set: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<void> };
  /** why a record cannot be taken back, by id (something uses it); asked of new ones, of changed ones too with `usedWhenChanged` */
  used: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<ReadonlyMap<string, string>>;
  usedWhenChanged?: true;
  /** takes new records back, where that is more than a mark of deletion */
  remove?: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<void>;
  /** before new records are taken back: frees what the import itself tied to them */
  release?: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<void>;
  /** a broken unique index as a sentence at a field */
  twice?: (constraint: string) => { field: string; msg: string } | null;
}

/** Under which name the image of a record keeps its list; no column is called so. */
export const partsMark = '$parts';
/**
 * Records that have a list: each of their lines carries one element of it, in columns whose fields begin with `<field>.`; the other cells belong
 * to the record and stand in its first line, in further ones they are blank or the same. An update without any element keeps the list.
 */
export interface RecordParts {
  field: string;
  /**
   * The record has no list but one object beside its row (papers of a vehicle): each record has one line, columns name what they fill by path
   * (`certificates.licence.docNo`), blank cells keep what is there. The object is the only element of the list.
   */
  one?: { blank: Readonly<Record<string, unknown>> };
  /** lists of records as the undo keeps them */
  read: (trx: Trx, ctx: Ctx, ids: string[]) => Promise<ReadonlyMap<string, unknown[]>>;
  /** gives records other lists */
  write: (trx: Trx, ctx: Ctx, lists: ReadonlyArray<{ id: string; list: unknown[] }>) => Promise<void>;
}

/** The key by which a line finds its record. */
export const keyOf = <V extends Record<string, unknown>>({ key }: ImportDefinition<V>, cells: Cells): string =>
  key.normal(key.of ? key.of(cells) : (cells[key.field] ?? ''));
