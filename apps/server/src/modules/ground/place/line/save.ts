import type { Parsed } from '@tongda/contract/core/endpoint';
import { placeKind, placeSource } from '@tongda/contract/ground/place/enums';
import { type lineAdd, unbridgedText } from '@tongda/contract/ground/place/track-line';
import { jumpsOver } from '@tongda/geo/bridge';
import type { Ctx } from '../../../../core/http/ctx';
import { invalidField } from '../../../../core/http/errors';
import { placeWrites } from '../service';
import { resolveGround } from '../write';
import { gapsOf, loadDrive } from './from-track';
import { insertSites } from './sites';

/** Saves a line that was made from a track, together with the chosen sites at its stops. 4000 while a stretch without data has not been drawn. */
export async function addTrackLine(
  ctx: Ctx,
  input: Parsed<typeof lineAdd>,
): Promise<{ id: string; siteIds: string[] }> {
  const { shape, track, sites, ...fields } = input;
  if (shape.kind !== 'line' || fields.kind !== placeKind.line) throw invalidField('shape', '电子线路请画折线');
  const ground = await resolveGround(shape, fields.kind);
  return ctx.db(async (trx) => {
    const gaps = gapsOf(await loadDrive(trx, ctx, track), ctx.timeZone);
    const open = gaps.filter((gap) => jumpsOver(shape.points, gap));
    if (open.length > 0) throw invalidField('shape', unbridgedText(open));
    const siteIds = await insertSites(trx, ctx, sites, fields);
    const line = { ...fields, shape: ground, source: placeSource.track };
    return { id: await placeWrites.insert(trx, ctx, line), siteIds };
  });
}
