import type { Endpoint, Parsed } from '@tongda/contract/core/endpoint';
import { type ExportDefinition, type FileWriting, registerExport } from '../../core/export/definition';
import { wireTime } from '../../core/http/answer/wire-time';
import type { Ctx } from '../../core/http/ctx';
import { runHeavy } from '../../core/run/heavy';
import { type Sheet, writeSheetTask } from './sheet';

/** What a paper says beside its head. */
export type SheetBody = Omit<Sheet, 'title' | 'company' | 'madeAt' | 'userName'>;

/** A paper about one row: how it is asked for, what it is called, and what stands on it. */
interface SheetWish<E extends Endpoint> {
  endpoint: E;
  name: string;
  /** what was asked for, in words, as the download list shows it */
  condition: (input: Parsed<E>) => string;
  /** Rejects with 4004 when the row is not shown any more. */
  make: (ctx: Ctx, input: Parsed<E>) => Promise<SheetBody>;
}

/** Registers a paper as the export of its endpoint, so that the worker writes it as PDF. */
export function registerSheet<E extends Endpoint>({
  endpoint,
  name,
  condition,
  make,
}: SheetWish<E>): ExportDefinition<E, object> {
  const write = async (ctx: Ctx, input: Parsed<E>, { path }: FileWriting) => {
    const made = await make(ctx, input);
    const client = await ctx.db((trx) =>
      trx.selectFrom('client').select('name').where('id', '=', ctx.clientId).executeTakeFirstOrThrow(),
    );
    const head = {
      title: name,
      company: client.name,
      madeAt: wireTime(Date.now(), ctx.timeZone),
      userName: ctx.userName,
    };
    for await (const written of runHeavy(writeSheetTask, { path, sheet: { ...head, ...made } })) return written;
    throw new Error('the thread wrote nothing');
  };
  return registerExport<E, object>({
    endpoint,
    module: '报表中心',
    name,
    columns: [],
    condition: (_ctx, input) => Promise.resolve(condition(input)),
    count: () => Promise.resolve(1),
    rows: async function* () {
      yield* [];
    },
    files: { pdf: write },
  });
}
