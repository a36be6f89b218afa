import type { FileWriting } from '../../../core/export/definition';
import type { Ctx } from '../../../core/http/ctx';
import { runHeavy } from '../../../core/run/heavy';
import { makePrintedRecord, type RecordAsked } from './make';
import { writeRecordTask } from './task';

/** Makes the sealed record that was asked for and writes it as PDF, in a thread. */
export async function writeRecord(
  ctx: Ctx,
  asked: RecordAsked,
  { path, ...place }: FileWriting,
): Promise<{ rows: number; bytes: number }> {
  const record = await makePrintedRecord(ctx, asked, place);
  for await (const written of runHeavy(writeRecordTask, { path, record })) return written;
  throw new Error('the thread wrote nothing');
}
